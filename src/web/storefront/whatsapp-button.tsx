import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation, useRouteLoaderData } from 'react-router'
import type { ProductCard } from '#domain/catalogue.ts'
import { formatShillings } from '#domain/money.ts'
import { type ShopFacts, whatsappUrl } from '#domain/shop.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { absoluteUrl, adminUrl, checkoutUrl, orderUrl, productUrl } from '#web/addresses.ts'
import { ChatButton } from '#web/chat/launcher.tsx'
import type { loader as productLoader } from '#web/storefront/product.tsx'

/**
 * Opens a chat with a greeting that already names the shoe on the page, its price, its address and the size that is chosen. On phones it steps aside while
 * people read on, and wherever it would lie over words or controls. Where money is paid nothing floats at all: those pages have their own link. Nor in the
 * panel: there the shop would write to itself.
 */
export function WhatsAppButton({ shop }: { shop: ShopFacts }) {
  const { pathname } = useLocation()
  const isBare = pathname === checkoutUrl || pathname.startsWith(orderUrl('')) || pathname === adminUrl || pathname.startsWith(`${adminUrl}/`)
  return isBare ? null : <Floating shop={shop} />
}

function Floating({ shop }: { shop: ShopFacts }) {
  const product = useRouteLoaderData<typeof productLoader>('storefront/product')?.product
  const button = useRef<HTMLElement>(null)
  const readingOn = useReadingOn()
  const inTheWay = useInTheWay(button)
  const greet = (size?: string) =>
    whatsappUrl(shop, product ? aboutProduct(shop, product, size) : `Hello ${shop.name}, I have a question about your shoes.`)
  return (
    <aside className={readingOn || inTheWay ? 'help aside' : 'help'} aria-label="Help" ref={button}>
      <ChatButton shop={shop} />
      <a
        className="wa"
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
    </aside>
  )
}

function aboutProduct(shop: ShopFacts, { id, name, unit_price }: Pick<ProductCard, 'id' | 'name' | 'unit_price'>, size?: string): string {
  const shoe = size ? `${name}, size ${size}` : name
  return `Hello ${shop.name}, I am interested in the ${shoe} (${formatShillings(unit_price)}): ${absoluteUrl(shop, productUrl(id))}`
}

/** The radio button that is pressed on the product's page, as it is when somebody asks. */
function chosenSize(): string | undefined {
  return document.querySelector<HTMLInputElement>('.buy [name=size]:checked')?.value
}

/** True after scrolling down, false after scrolling up. */
function useReadingOn(): boolean {
  const [down, setDown] = useState(false)
  useEffect(() => {
    let last = window.scrollY
    const scrolled = () => {
      const now = window.scrollY
      // A few pixels are a trembling thumb, not a direction.
      if (Math.abs(now - last) < 8) return
      setDown(now > last && now > 80)
      last = now
    }
    window.addEventListener('scroll', scrolled, { passive: true })
    return () => window.removeEventListener('scroll', scrolled)
  }, [])
  return down
}

/** Whether an element that floats lies over words or controls of the page, looked at again whenever either may have moved. */
function useInTheWay(floating: RefObject<HTMLElement | null>): boolean {
  const [inTheWay, setInTheWay] = useState(false)
  useEffect(() => {
    let frame = 0
    const look = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => floating.current && setInTheWay(liesOverContent(floating.current)))
    }
    const page = new ResizeObserver(look)
    page.observe(document.body)
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look)
    return () => {
      cancelAnimationFrame(frame)
      page.disconnect()
      window.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
    }
  }, [floating])
  return inTheWay
}

/** Looks through the element at a grid of points, nearer to each other than a line of text is high. A picture may lie under it. */
function liesOverContent(floating: HTMLElement): boolean {
  const { offsetLeft: left, offsetTop: top, offsetWidth: width, offsetHeight: height } = floating
  return pointsAlong(left, width).some((x) =>
    pointsAlong(top, height).some((y) => {
      const under = document.elementsFromPoint(x, y).find((element) => !floating.contains(element))
      return under !== undefined && (under.closest(controls) !== null || [...under.childNodes].some(isWords))
    }),
  )
}

/** Pixels from one point to the next, at the most. */
const grain = 13

function pointsAlong(start: number, length: number): number[] {
  const steps = Math.max(1, Math.ceil(length / grain))
  return Array.from({ length: steps + 1 }, (_, at) => start + (length * at) / steps)
}

const controls = 'button, input, label, select, summary, textarea, a:not(:has(img))'

function isWords(node: ChildNode): boolean {
  return node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== ''
}
