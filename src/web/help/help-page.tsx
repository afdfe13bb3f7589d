import { useEffect, useLayoutEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { type HelpPiece, type HelpSection, helpHref, helpPath } from '#domain/help-sections.ts'
import { listHelp } from '#features/content/help-texts.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { HelpText } from '#ui/shop/help-text.tsx'
import { WallBoard, walls } from '#ui/shop/wall-board.tsx'
import { homeUrl, trackUrl } from '#web/addresses.ts'
import { useInBrowser } from '#web/browser/browser-state.ts'
import { ErrorPage } from '#web/error-page.tsx'
import { loaderHeaders, pageKeys, pageMeta, publicPage } from '#web/public-page.ts'
import { shopContext } from '#web/shop-context.ts'
import { useShop } from '#web/shop-facts.ts'
import { questionsData, StructuredData } from '#web/structured-data.tsx'
import { WhatsappLink } from '#web/whatsapp-link.tsx'
import type { Route } from './+types/help-page.ts'
import './help.css'

/** The help page: FAQ, shipping, sizes, privacy, terms (spec §2, Footer). */
export async function loader({ context }: Route.LoaderArgs) {
  return publicPage({ sections: await listHelp(context.get(shopContext).ctx) }, [pageKeys.content])
}

export const headers = loaderHeaders

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Help',
    description: 'How to order and pay by M-Pesa, where and how fast we deliver, returns, the size guide with EU, UK, US and cm, privacy, and terms.',
    path: helpPath,
  })
}

export default function HelpPage({ loaderData: { sections } }: Route.ComponentProps) {
  const current = useCurrentAnchor(sections)
  return (
    <>
      <WallBoard
        wall={walls.sky}
        trail={[{ to: homeUrl, label: 'Home' }]}
        here="Help"
        title="Help"
        route={sections.map(({ slug, title }) => ({ to: helpHref(slug), label: title }))}
        routeLabel="On this page"
        current={current && helpHref(current.section)}
      />
      <div className="container help-page">
        {sections.map((section) => (
          <Section key={section.slug} section={section} here={current?.anchor} />
        ))}
        <ContactSection />
      </div>
      <StructuredData graph={questionsData(questionsIn(sections))} />
    </>
  )
}

/** The FAQ as structured data for search engines. */
function questionsIn(sections: HelpSection[]) {
  const pieces = sections.find(({ slug }) => slug === 'faq')?.pieces ?? []
  return pieces.flatMap(({ title, text }) => (title === null ? [] : [{ question: title, answer: text }]))
}

function Section({ section: { slug, title, pieces }, here }: { section: HelpSection; here: string | undefined }) {
  const isHere = here === slug || pieces.some(({ anchor }) => anchor === here)
  return (
    <section id={slug} className="help-section" aria-labelledby={`${slug}-title`} data-here={isHere || undefined}>
      <h2 id={`${slug}-title`}>{title}</h2>
      <div>
        {pieces.map((piece) => (
          <Piece key={piece.anchor} piece={piece} isFolded={slug === 'faq'} isHere={here === piece.anchor} />
        ))}
      </div>
    </section>
  )
}

/** The anchor of a collapsed piece is inside of it, because browsers then open it by themselves. */
function Piece({ piece, isFolded, isHere }: { piece: HelpPiece; isFolded: boolean; isHere: boolean }) {
  const { anchor, title, html } = piece
  if (title === null) return <HelpText html={html} />
  const mark = isHere || undefined
  if (!isFolded)
    return (
      <div id={anchor} className="help-question" data-here={mark}>
        <h3>{title}</h3>
        <HelpText html={html} />
      </div>
    )
  return (
    <details className="help-fold" data-here={mark}>
      <summary>
        <h3>{title}</h3>
        <Icon name="down" />
      </summary>
      <div id={anchor} className="help-answer">
        <HelpText html={html} />
      </div>
    </details>
  )
}

function ContactSection() {
  const shop = useShop()
  return (
    <section className="help-contact" aria-labelledby="still-asking">
      <h2 id="still-asking">Not answered yet?</h2>
      {shop.phone && <p>Ask us on WhatsApp, or call {shop.phone}.</p>}
      <p>
        Waiting for shoes?{' '}
        <Link className="link" to={trackUrl}>
          Track your order
        </Link>
      </p>
      <WhatsappLink look="ink" words="I have a question that your help page does not answer.">
        Chat with us on WhatsApp
      </WhatsappLink>
    </section>
  )
}

/** The section and anchor of the address's hash, which is opened and scrolled to. Undefined on the server, which does not get the hash. */
function useCurrentAnchor(sections: HelpSection[]): { section: string; anchor: string } | undefined {
  const { hash, key } = useLocation()
  const anchor = useInBrowser() ? hash.slice(1) : ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link pressed again leads there again
  useLayoutEffect(() => {
    const place = anchor ? document.getElementById(anchor) : null
    const folded = place?.closest('details')
    if (!folded || folded.open) return
    folded.open = true
    place?.scrollIntoView()
  }, [anchor, key])
  useOpenForPrint()
  const section = sections.find(({ slug, pieces }) => slug === anchor || pieces.some((piece) => piece.anchor === anchor))
  return section && { section: section.slug, anchor }
}

/** Opens all collapsed pieces for printing. */
function useOpenForPrint() {
  useEffect(() => {
    const open = () => {
      for (const folded of document.querySelectorAll<HTMLDetailsElement>('.help-fold')) folded.open = true
    }
    window.addEventListener('beforeprint', open)
    return () => window.removeEventListener('beforeprint', open)
  }, [])
}

export function ErrorBoundary() {
  return <ErrorPage />
}
