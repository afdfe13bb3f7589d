import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { type CartLine, isSameLine, onlyLeft } from '#domain/cart.ts'
import { pairName, sizeText } from '#domain/catalogue.ts'
import { formatShillings } from '#domain/money.ts'
import { Button, ButtonLink, IconButton } from '#ui/kit/button.tsx'
import { Empty } from '#ui/kit/empty-state.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { SidePanel } from '#ui/kit/modal.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { Picture } from '#ui/kit/picture.tsx'
import { dismissTopic, showToast } from '#ui/kit/toast-store.ts'
import { Total } from '#ui/shop/order-lines.tsx'
import { checkoutUrl, productsUrl, productUrl, trackUrl } from '#web/addresses.ts'
import { useOnline } from '#web/browser/browser-state.ts'
import { cartFaultText, removalTopic, useCart } from '#web/cart/cart-context.tsx'
import { useFreshPrices } from '#web/cart/fresh-prices.ts'
import { SavedOrderLinks } from '#web/order/saved-order-links.tsx'
import { DeliveryTo } from '#web/session/delivery-place.tsx'
import './cart-panel.css'

export function CartPanel({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { items, totalItems, totalAmount, isOfVisit } = useCart()
  const { notes } = useFreshPrices(open)
  const contents = useRef<HTMLDivElement>(null)
  // The panel shows what the toasts were about.
  useEffect(() => {
    if (open) dismissTopic('cart')
  }, [open])
  // The focus is lost with a removed line: it moves to the remaining lines.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a line that goes is what it answers to
  useEffect(() => {
    if (open && document.activeElement === document.body) contents.current?.focus()
  }, [open, items.length])
  return (
    <SidePanel
      open={open}
      onClose={onClose}
      title={`Cart (${totalItems} ${totalItems === 1 ? 'item' : 'items'})`}
      closeLabel="Close cart"
      footer={
        items.length > 0 && (
          <>
            {open && (
              <DeliveryTo
                goods={totalAmount}
                below={(fee) => <Total amount={totalAmount + (fee ?? 0)}>{fee === null ? 'before delivery' : 'with delivery'}</Total>}
              />
            )}
            {isOfVisit && <p className="cart-offline">This browser stores nothing: your cart lasts until you close or reload this page.</p>}
            <ToCheckout />
          </>
        )
      }
    >
      <div role="status">
        {notes.length > 0 && (
          <Notice tone="amber">
            {notes.map((note) => (
              <p key={note}>{note}</p>
            ))}
          </Notice>
        )}
      </div>
      <div ref={contents} tabIndex={-1}>
        {items.length === 0 ? (
          <Empty title="Your cart is empty">
            <ButtonLink to={productsUrl} onClick={onClose}>
              Continue Shopping
            </ButtonLink>
            <SavedOrderLinks onLeave={onClose} />
          </Empty>
        ) : (
          <>
            <ul>
              {items.map((line) => (
                <Line line={line} key={`${line.id} ${line.size}`} />
              ))}
            </ul>
            <Link className="link when-orders to-orders" to={trackUrl} onClick={onClose}>
              Your orders
            </Link>
          </>
        )}
      </div>
    </SidePanel>
  )
}

function ToCheckout() {
  const { closePanel } = useCart()
  // Checkout needs the current prices, so it needs a connection.
  const online = useOnline()
  return (
    <>
      <div role="status">{!online && <p className="cart-offline">You are offline. Checkout opens when the connection is back.</p>}</div>
      {online ? (
        <ButtonLink wide to={checkoutUrl} onClick={closePanel}>
          Proceed to Checkout
        </ButtonLink>
      ) : (
        <Button wide disabled>
          Proceed to Checkout
        </Button>
      )}
    </>
  )
}

function Line({ line }: { line: CartLine }) {
  const { setQuantity, closePanel } = useCart()
  const remove = useRemoval(line)
  const title = pairName(line)
  return (
    <li className="cart-line">
      {line.image_url ? <Picture src={line.image_url} alt="" sizes="104px" eager /> : <span className="no-picture">No Image</span>}
      <div>
        <b>
          <Link to={productUrl(line.id)} onClick={closePanel}>
            {line.name}
          </Link>
        </b>
        <small className="tabular">{[formatShillings(line.price), sizeText(line.size)].filter(Boolean).join(' · ')}</small>
        <div className="cart-line-acts">
          <QuantityBox
            quantity={line.quantity}
            max={line.stock}
            itemName={title}
            onChange={(quantity) => (quantity < 1 ? remove() : tryChange(() => setQuantity(line, quantity)))}
          />
          <IconButton icon="bin" label={`Remove ${title}`} onClick={remove} />
        </div>
        <small role="status" className="cart-line-limit">
          {line.quantity >= line.stock && onlyLeft(line)}
        </small>
      </div>
    </li>
  )
}

/** Removes a line and shows a toast with Undo. */
function useRemoval(line: CartLine) {
  const { read, removeItem, restoreItem } = useCart()
  return () =>
    tryChange(() => {
      const at = read().findIndex((each) => isSameLine(each, line))
      // Another tab may have taken it out already, or changed its number.
      const removed = read()[at]
      if (!removed) return
      removeItem(removed)
      showToast({
        title: 'Removed from your cart',
        text: pairName(removed),
        picture: removed.image_url,
        action: { label: 'Undo', onAct: () => tryChange(() => restoreItem(removed, at)) },
        returnFocusTo: visibleCart,
        topic: removalTopic,
        seconds: 15,
      })
    })
}

/** The lines if the panel is open, otherwise the cart button of the header. */
function visibleCart(): HTMLElement | null {
  return document.querySelector<HTMLElement>('dialog[open] [tabindex="-1"]') ?? document.querySelector<HTMLElement>('.site-header .cart-button')
}

/** Runs a change of the cart. If it fails, the cart stays as it was and the reason is shown. */
function tryChange(change: () => void) {
  try {
    change()
  } catch {
    showToast({ title: 'Your cart could not be changed', text: cartFaultText, tone: 'bad' })
  }
}

interface QuantityBoxProps {
  quantity: number
  /** The highest quantity that plus reaches. */
  max: number
  /** The name of the item, so that each button has an accessible name of its own. */
  itemName: string
  onChange: (quantity: number) => void
}

/** Minus, the quantity, plus. At the maximum plus is `aria-disabled` and keeps the focus. */
function QuantityBox({ quantity, max, itemName, onChange }: QuantityBoxProps) {
  const isFull = quantity >= max
  const announced = useAnnouncement(quantity)
  return (
    <span className="quantity">
      <button type="button" aria-label={`Fewer of ${itemName}`} onClick={() => onChange(quantity - 1)}>
        <Icon name="minus" small />
      </button>
      <span>
        <span className="visually-hidden">Quantity </span>
        <span>{quantity}</span>
      </span>
      <button type="button" aria-label={`More of ${itemName}`} aria-disabled={isFull || undefined} onClick={() => !isFull && onChange(quantity + 1)}>
        <Icon name="plus" small />
      </button>
      <span role="status" className="visually-hidden">
        {announced}
      </span>
    </span>
  )
}

/** Milliseconds after which a quantity rests: several presses are announced once. */
const rest = 1_000

/** The words for a changed quantity, once it rests; empty until it has changed. */
function useAnnouncement(quantity: number): string {
  const [words, setWords] = useState('')
  const before = useRef(quantity)
  useEffect(() => {
    if (before.current === quantity) return
    const timer = setTimeout(() => {
      before.current = quantity
      setWords(`Quantity ${quantity}`)
    }, rest)
    return () => clearTimeout(timer)
  }, [quantity])
  return words
}
