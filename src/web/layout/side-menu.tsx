import { useLocation } from 'react-router'
import { Icon } from '#ui/kit/icon.tsx'
import { Link } from '#ui/kit/link.tsx'
import { SidePanel } from '#ui/kit/modal.tsx'
import { categoryUrl, homeUrl, productsUrl, trackUrl } from '#web/addresses.ts'
import { LogoImage } from '#web/layout/logo.tsx'
import { useCurrentEntry } from '#web/layout/main-nav.tsx'
import { SessionButtons } from '#web/layout/session-links.tsx'
import { useMenu } from '#web/shop-facts.ts'
import './side-menu.css'

interface SideMenuProps {
  open: boolean
  onClose: () => void
  categoryOfPage: string | undefined
}

/** The menu of small screens. Any link closes it. */
export function SideMenu({ open, onClose, categoryOfPage }: SideMenuProps) {
  const current = useCurrentEntry(categoryOfPage)
  const { pathname } = useLocation()
  const currentIf = (to: string) => (pathname === to ? ('page' as const) : undefined)
  return (
    <SidePanel open={open} onClose={onClose} from="left" title={<MenuTitle />} closeLabel="Close menu" footer={<MenuFoot onLeave={onClose} />}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click */}
      <nav aria-label="Menu" onClick={(event) => (event.target as Element).closest('a') && onClose()}>
        <ul className="side-menu">
          <li>
            <Link to={homeUrl} aria-current={currentIf(homeUrl)}>
              Home
            </Link>
          </li>
          <li>
            <Link to={productsUrl} aria-current={currentIf(productsUrl)}>
              All Products
            </Link>
          </li>
          {useMenu().map(({ slug, label, children }) => (
            <li key={slug}>
              {children.length === 0 ? (
                <Link to={categoryUrl(slug)} aria-current={currentIf(categoryUrl(slug))}>
                  {label}
                </Link>
              ) : (
                <details open={current === slug} name="side-menu">
                  <summary>
                    {label}
                    <Icon name="down" />
                  </summary>
                  <ul className="stops">
                    {[{ slug, label: `All ${label}` }, ...children].map((child) => (
                      <li key={child.slug}>
                        <Link to={categoryUrl(child.slug)} aria-current={currentIf(categoryUrl(child.slug))}>
                          {child.label}
                        </Link>
                      </li>
                    ))}
                  </ul>
                </details>
              )}
            </li>
          ))}
          <li className="when-orders">
            <Link to={trackUrl} aria-current={currentIf(trackUrl)}>
              Your orders
            </Link>
          </li>
        </ul>
      </nav>
    </SidePanel>
  )
}

function MenuFoot({ onLeave }: { onLeave: () => void }) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link or a button is a click
    // biome-ignore lint/a11y/noStaticElementInteractions: the clicks of its links and buttons bubble to it
    <div className="side-menu-foot" onClick={(event) => (event.target as Element).closest('a, button') && onLeave()}>
      <SessionButtons />
    </div>
  )
}

function MenuTitle() {
  return (
    <>
      <span className="visually-hidden">Menu</span>
      <LogoImage />
    </>
  )
}
