import { useState } from 'react'
import { type HelpSlug, helpLinks } from '#domain/help-sections.ts'
import type { ShopFacts } from '#domain/shop.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { Link } from '#ui/kit/link.tsx'
import { categoryUrl, helpUrl, homeUrl, productsUrl, trackUrl } from '#web/addresses.ts'
import { Logo } from '#web/layout/logo.tsx'
import { SessionLinks } from '#web/layout/session-links.tsx'
import { useMenu } from '#web/shop-facts.ts'
import './footer.css'

export function Footer({ shop, year }: { shop: ShopFacts; year: number }) {
  const place = [shop.address, shop.location].filter(Boolean).join(', ')
  return (
    <footer className="site-footer on-dark">
      <div className="container site-footer-grid">
        <div>
          <Logo />
        </div>
        <div className="footer-columns">
          <nav id="quick-links" aria-labelledby="quick-links-title">
            <h2 id="quick-links-title">Quick links</h2>
            <ul>
              <li>
                <Link to={homeUrl}>Home</Link>
              </li>
              <li>
                <Link to={productsUrl}>All Products</Link>
              </li>
              {useMenu().map(({ slug, label }) => (
                <li key={slug}>
                  <Link to={categoryUrl(slug)}>{label}</Link>
                </li>
              ))}
              <li className="when-orders">
                <Link to={trackUrl}>Your orders</Link>
              </li>
              <SessionLinks each={(entry, when) => <li className={when}>{entry}</li>} />
            </ul>
          </nav>
          <div>
            <h2>Contact</h2>
            <ul>
              {shop.phone && (
                <li>
                  <a href={`tel:${shop.phone.replace(/[^+\d]/g, '')}`}>
                    <Icon name="phone" /> {shop.phone}
                  </a>
                </li>
              )}
              {shop.email && (
                <li>
                  <a href={`mailto:${shop.email}`}>
                    <Icon name="mail" /> {shop.email}
                  </a>
                </li>
              )}
              <li>
                <Icon name="pin" /> {shop.mapUrl ? <a href={shop.mapUrl}>{place}</a> : place}
              </li>
              {shop.hours && <li>{shop.hours}</li>}
              {shop.pages.map(({ label, url }) => (
                <li key={label}>
                  <a href={url}>{label}</a>
                </li>
              ))}
            </ul>
          </div>
          <nav aria-labelledby="help-title">
            <h2 id="help-title">Help</h2>
            <ul>
              <li>
                <Link to={trackUrl}>Track your order</Link>
              </li>
              {Object.entries(helpLinks).map(([slug, label]) => (
                <li key={slug}>
                  <Link to={helpUrl(slug as HelpSlug)}>{label}</Link>
                </li>
              ))}
            </ul>
          </nav>
        </div>
      </div>
      <p className="container footer-legal">
        © {year} {shop.name}. All rights reserved.
      </p>
      <Credit credit={shop.credit} />
    </footer>
  )
}

const laps = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o', 'p']

/** The developer's credit as moving text. CSS renders the repetitions, so screen readers read it once; a click stops it, as hovering does. */
function Credit({ credit }: { credit: string }) {
  const [isStopped, setStopped] = useState(false)
  const words = `Developed by ${credit}`
  return (
    <button type="button" className="marquee" aria-pressed={isStopped} onClick={() => setStopped(!isStopped)}>
      <span className="visually-hidden">{words}. Stop the moving text</span>
      <span className="marquee-lap">
        {laps.map((lap) => (
          <span key={lap} data-words={words} />
        ))}
      </span>
    </button>
  )
}
