import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation, useRouteLoaderData } from 'react-router'
import { type ShopFacts, whatsappUrl } from '#domain/shop.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { checkoutUrl, orderUrl } from '#web/addresses.ts'
import { ChatButton } from '#web/chat/launcher.tsx'
import type { loader as productLoader } from '#web/product/product-page.tsx'
import { questionAbout } from '#web/whatsapp-link.tsx'

/**
 * The floating WhatsApp button, on every page of the shop. Its greeting names the product of the page with its price, address and chosen size. Away while a
 * field has the keyboard, and under an open panel. The chat's button stands above it; checkout and order pages have that in the page.
 */
export function WhatsAppButton({ shop }: { shop: ShopFacts }) {
  const { pathname } = useLocation()
  const hasOwnChat = pathname === checkoutUrl || pathname.startsWith(orderUrl(''))
  const product = useRouteLoaderData<typeof productLoader>('product/product-page')?.product
  const button = useRef<HTMLElement>(null)
  const lift = useLift(button)
  const isTyping = useTyping()
  const greet = (size?: string) =>
    whatsappUrl(shop, `Hello ${shop.name}, ${product ? questionAbout(shop, product, size) : 'I have a question about your shoes.'}`)
  if (hasOwnChat && !shop.whatsapp) return null
  return (
    <aside
      className={isTyping ? 'floating-help floating-help-hidden' : 'floating-help'}
      style={lift ? { transform: `translateY(-${lift}px)` } : undefined}
      aria-label="Help"
      ref={button}
    >
      {!hasOwnChat && <ChatButton shop={shop} />}
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

/** The chosen size on the product's page at the time of the click. */
function chosenSize(): string | undefined {
  return document.querySelector<HTMLInputElement>('.buy-box [name=size]:checked')?.value
}

const typed = 'textarea, input:not([type=radio], [type=checkbox], [type=file], [type=range], [type=color])'

/** Whether a field that is typed into has the focus, and a phone shows its keyboard. */
function useTyping(): boolean {
  const [isTyping, setTyping] = useState(false)
  useEffect(() => {
    const check = () => setTyping(document.activeElement?.matches(typed) ?? false)
    check()
    for (const event of ['focusin', 'focusout']) document.addEventListener(event, check)
    return () => {
      for (const event of ['focusin', 'focusout']) document.removeEventListener(event, check)
    }
  }, [])
  return isTyping
}

/** What floats may lie on pictures and words, but on nothing to press and on no message. Prices are found by their currency. */
const controls = '.toast, button, summary, select, label, a, [type=radio], [type=checkbox], [type=submit]'
/** Pixels that stay free around it. */
const gap = 4
/** Milliseconds without movement after which it looks again: it moves when a movement begins and when it ends, and stands still while the page scrolls. */
const rest = 250

export type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

/**
 * By how many pixels an element that floats at the foot of the screen is lifted, so that it lies on no button and no price of the page. It has the attribute
 * `data-looking` until it has found its place.
 */
function useLift(floating: RefObject<HTMLElement | null>): number {
  const [lift, setLift] = useState(0)
  useEffect(() => {
    let timer = 0
    const check = () => floating.current && setLift(liftOver(placeOf(floating.current), obstaclesTo(floating.current)))
    const look = () => {
      if (timer === 0) check()
      clearTimeout(timer)
      floating.current?.setAttribute('data-looking', '')
      timer = window.setTimeout(() => {
        timer = 0
        check()
        floating.current?.removeAttribute('data-looking')
      }, rest)
    }
    check()
    const observers = [new ResizeObserver(look), new MutationObserver(look)] as const
    observers[0].observe(document.body)
    observers[1].observe(document.body, { childList: true, subtree: true })
    for (const event of ['scroll', 'resize']) window.addEventListener(event, look, { passive: true })
    return () => {
      clearTimeout(timer)
      for (const observer of observers) observer.disconnect()
      for (const event of ['scroll', 'resize']) window.removeEventListener(event, look)
    }
  }, [floating])
  return lift
}

/** By how much a box moves up to lie on none of the others; 0 if there is no room below the top of the screen. */
export function liftOver(box: Box, others: Box[]): number {
  let lift = 0
  for (const { top, bottom } of others.filter(({ left, right }) => left < box.right && right > box.left).sort((a, b) => b.bottom - a.bottom)) {
    if (bottom > box.top - lift && top < box.bottom - lift) lift = box.bottom - top
  }
  return lift <= box.top ? lift : 0
}

/** Where it stands without a lift. */
function placeOf({ offsetLeft: left, offsetTop: top, offsetWidth: width, offsetHeight: height }: HTMLElement): Box {
  return { left: left - gap, top: top - gap, right: left + width + gap, bottom: top + height + gap }
}

function obstaclesTo(floating: HTMLElement): Box[] {
  const isSeen = ({ width, bottom, top }: DOMRect) => width > 0 && bottom > 0 && top < window.innerHeight
  // Most of a page is out of sight: what is costlier to ask is asked of the rest.
  const boxes = [...document.querySelectorAll(controls)].flatMap((element) => {
    const box = element.getBoundingClientRect()
    return isSeen(box) && !floating.contains(element) && !element.querySelector('img') ? box : []
  })
  // The data of the page stands in its scripts, prices included.
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, ({ parentElement, nodeValue }) =>
    parentElement?.localName !== 'script' && nodeValue?.includes('KSh') ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP,
  )
  const range = document.createRange()
  while (texts.nextNode()) {
    range.selectNodeContents(texts.currentNode)
    const box = range.getBoundingClientRect()
    if (isSeen(box)) boxes.push(box)
  }
  return boxes
}
