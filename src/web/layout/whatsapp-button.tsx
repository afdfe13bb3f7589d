import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation, useRouteLoaderData } from 'react-router'
import { type ProductCard, pairName } from '#domain/catalogue.ts'
import { formatShillings } from '#domain/money.ts'
import { type ShopFacts, whatsappUrl } from '#domain/shop.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { absoluteUrl, adminUrl, checkoutUrl, orderUrl, productUrl } from '#web/addresses.ts'
import { ChatButton } from '#web/chat/launcher.tsx'
import type { loader as productLoader } from '#web/product/product-page.tsx'

/**
 * The floating WhatsApp button. Its greeting names the product of the page with its price, address and chosen size. On phones it hides while the visitor
 * scrolls down, and wherever it would cover text or controls. Checkout and order pages have a link of their own instead; the admin panel has none.
 */
export function WhatsAppButton({ shop }: { shop: ShopFacts }) {
  const { pathname } = useLocation()
  const isBare = pathname === checkoutUrl || pathname.startsWith(orderUrl('')) || pathname === adminUrl || pathname.startsWith(`${adminUrl}/`)
  return isBare ? null : <Floating shop={shop} />
}

function Floating({ shop }: { shop: ShopFacts }) {
  const product = useRouteLoaderData<typeof productLoader>('product/product-page')?.product
  const button = useRef<HTMLElement>(null)
  const isScrollingDown = useScrollingDown()
  const coversContent = useCoversContent(button)
  const greet = (size?: string) =>
    whatsappUrl(shop, product ? aboutProduct(shop, product, size) : `Hello ${shop.name}, I have a question about your shoes.`)
  return (
    <aside className={isScrollingDown || coversContent ? 'floating-help floating-help-hidden' : 'floating-help'} aria-label="Help" ref={button}>
      <ChatButton shop={shop} />
      {shop.whatsapp && (
        <a
          className="whatsapp-button"
          href={greet()}
          target="_blank"
          rel="noopener"
          aria-label="Chat with us on WhatsApp"
          onClick={({ currentTarget }) => {
            currentTarget.href = greet(chosenSize())
          }}
        >
          <Icon name="whatsapp" />
        </a>
      )}
    </aside>
  )
}

function aboutProduct(shop: ShopFacts, { id, name, unit_price }: Pick<ProductCard, 'id' | 'name' | 'unit_price'>, size?: string): string {
  const shoe = size ? pairName({ name, size }) : name
  return `Hello ${shop.name}, I am interested in the ${shoe} (${formatShillings(unit_price)}): ${absoluteUrl(shop, productUrl(id))}`
}

/** The chosen size on the product's page at the time of the click. */
function chosenSize(): string | undefined {
  return document.querySelector<HTMLInputElement>('.buy-box [name=size]:checked')?.value
}

/** True after scrolling down, false after scrolling up. */
function useScrollingDown(): boolean {
  const [down, setDown] = useState(false)
  useEffect(() => {
    let last = window.scrollY
    const onScroll = () => {
      const now = window.scrollY
      // Ignores small movements.
      if (Math.abs(now - last) < 8) return
      setDown(now > last && now > 80)
      last = now
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [])
  return down
}

/** Whether a floating element covers text or controls of the page; checked when either may have moved. */
function useCoversContent(floating: RefObject<HTMLElement | null>): boolean {
  const [coversContent, setInTheWay] = useState(false)
  useEffect(() => {
    let frame = 0
    const check = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => floating.current && setInTheWay(isOverContent(floating.current)))
    }
    const page = new ResizeObserver(check)
    page.observe(document.body)
    window.addEventListener('scroll', check, { passive: true })
    window.addEventListener('resize', check)
    return () => {
      cancelAnimationFrame(frame)
      page.disconnect()
      window.removeEventListener('scroll', check)
      window.removeEventListener('resize', check)
    }
  }, [floating])
  return coversContent
}

/** Checks a grid of points below the element, closer than the height of a line. Pictures may be covered. */
function isOverContent(floating: HTMLElement): boolean {
  const { offsetLeft: left, offsetTop: top, offsetWidth: width, offsetHeight: height } = floating
  return pointsAlong(left, width).some((x) =>
    pointsAlong(top, height).some((y) => {
      const under = document.elementsFromPoint(x, y).find((element) => !floating.contains(element))
      return under !== undefined && (under.closest(controls) !== null || [...under.childNodes].some(isText))
    }),
  )
}

/** The largest distance between two points, in pixels. */
const grain = 13

function pointsAlong(start: number, length: number): number[] {
  const steps = Math.max(1, Math.ceil(length / grain))
  return Array.from({ length: steps + 1 }, (_, at) => start + (length * at) / steps)
}

const controls = 'button, input, label, select, summary, textarea, a:not(:has(img))'

function isText(node: ChildNode): boolean {
  return node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== ''
}
