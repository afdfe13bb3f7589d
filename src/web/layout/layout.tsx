import { useEffect, useLayoutEffect, useRef } from 'react'
import { Outlet, type ShouldRevalidateFunctionArgs, useLocation, useNavigation, useRouteLoaderData } from 'react-router'
import { type ShopFacts, whatsappUrl } from '#domain/shop.ts'
import { readMenu } from '#features/catalogue/categories.ts'
import { readSession } from '#features/people/sessions.ts'
import { ToastRegion } from '#ui/kit/toast.tsx'
import { AddToCartProvider } from '#web/cart/add-to-cart.tsx'
import { CartProvider } from '#web/cart/cart-context.tsx'
import { LazyChat } from '#web/chat/launcher.tsx'
import { Footer } from '#web/layout/footer.tsx'
import { Header } from '#web/layout/header.tsx'
import { PendingPage, usePendingPage } from '#web/layout/pending.tsx'
import { WhatsAppButton } from '#web/layout/whatsapp-button.tsx'
import { OfflineBar } from '#web/offline/offline-shop.tsx'
import { useAuth } from '#web/session/auth-store.ts'
import { useOrdersAttribute } from '#web/session/saved-orders.ts'
import { useSessionWatch } from '#web/session/session-watch.ts'
import { useReferralFromAddress } from '#web/session/use-referral.ts'
import { shopContext } from '#web/shop-context.ts'
import { panelId } from '#web/shop-facts.ts'
import type { Route } from './+types/layout.ts'
import './layout.css'

/** Data for every page; it is loaded once. */
export async function loader({ context }: Route.LoaderArgs) {
  const { ctx, shop } = context.get(shopContext)
  // Public pages are rendered without a session, so it is null there (docs/decisions/0004).
  return { shop, year: new Date().getFullYear(), menu: await readMenu(ctx), session: await readSession(ctx) }
}

/** The menu may change in the panel alone. */
export const shouldRevalidate = ({ formAction }: ShouldRevalidateFunctionArgs) => formAction?.startsWith('/admin/categories') ?? false

export default function StorefrontLayout({ loaderData: { shop, year, session: renderedSession } }: Route.ComponentProps) {
  const { pathname } = useLocation()
  const pending = usePendingPage()
  const main = useMainFocus(pathname)
  // The panel has a frame of its own, and what the shop offers its buyers stays outside.
  const isInPanel = useRouteLoaderData(panelId) !== undefined
  const session = useAuth()
  useReferralFromAddress()
  useSessionWatch(renderedSession)
  useOrdersAttribute()
  return (
    <CartProvider shopName={shop.name} userId={session?.user.id ?? null}>
      <AddToCartProvider>
        <a className="skip-link" href="#main">
          Skip to content
        </a>
        {shop.demo && <DemoRibbon demo={shop.demo} />}
        {!isInPanel && <Header shopName={shop.name} />}
        <OfflineBar />
        <noscript>
          <aside className="ribbon" aria-label="Without JavaScript">
            This shop needs JavaScript for its cart.{' '}
            {shop.whatsapp && <a href={whatsappUrl(shop, `Hello ${shop.name}, I would like to order.`)}>Order on WhatsApp instead</a>}
          </aside>
        </noscript>
        <main id="main" ref={main} tabIndex={-1}>
          {pending ? <PendingPage pathname={pending} /> : <Outlet />}
        </main>
        {!isInPanel && (
          <>
            <Footer shop={shop} year={year} />
            {/* While it is open, the buttons that follow it are away (launcher.css). */}
            <LazyChat shop={shop} />
            <WhatsAppButton shop={shop} />
          </>
        )}
        <ToastRegion />
      </AddToCartProvider>
    </CartProvider>
  )
}

/** The demo's note, with links to the simulated phone and the e-mails. On phones the links are shortened. */
function DemoRibbon({ demo: { phoneUrl, outboxUrl } }: { demo: NonNullable<ShopFacts['demo']> }) {
  return (
    <aside className="ribbon" aria-label="Demo">
      {phoneUrl ? 'Demo shop: no real money moves.' : 'Demo shop.'}
      {phoneUrl && (
        <a href={phoneUrl} target="_blank" rel="noopener">
          <i>Open the demo </i>
          <b>phone</b>
        </a>
      )}
      {outboxUrl && (
        <a href={outboxUrl} target="_blank" rel="noopener">
          <i>Read the </i>
          <b>e-mails</b>
        </a>
      )}
    </aside>
  )
}

/** Focuses `<main>` after a client navigation, so that the page is read from its beginning, unless the visitor has moved the focus meanwhile. */
function useMainFocus(pathname: string) {
  const main = useRef<HTMLElement>(null)
  const last = useRef(pathname)
  const before = useRef<Element | null>(null)
  const drawn = useRef<Element | null>(null)
  const { state } = useNavigation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same moments as below
  useLayoutEffect(() => {
    drawn.current = document.activeElement
  }, [pathname, state])
  useEffect(() => {
    const focused = document.activeElement
    // A quick navigation is never drawn as under way: then what the new page itself has focused is told from what it was drawn with.
    const hasMoved = focused !== document.body && (focused !== drawn.current || (before.current && focused !== before.current))
    if (last.current !== pathname && !hasMoved) main.current?.focus({ preventScroll: true })
    last.current = pathname
    before.current = state === 'idle' ? null : (before.current ?? focused)
  }, [pathname, state])
  return main
}
