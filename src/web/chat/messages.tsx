import { Fragment, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { type ProductCard, pairName } from '#domain/catalogue.ts'
import { formatShillings } from '#domain/money.ts'
import { shortCode } from '#domain/order-code.ts'
import type { ShopFacts } from '#domain/shop.ts'
import type { ReplyLink, ReplyOrder, ReplyProduct } from '#features/assistant/chat-reply.ts'
import { Button, buttonClass } from '#ui/kit/button.tsx'
import { Picture } from '#ui/kit/picture.tsx'
import { showToast } from '#ui/kit/toast-store.ts'
import { OrderBadge } from '#ui/shop/order-badge.tsx'
import { Price } from '#ui/shop/price.tsx'
import { orderUrl, productRowUrl } from '#web/addresses.ts'
import { useAddToCart } from '#web/cart/add-to-cart.tsx'
import { pageContextOf } from '#web/chat/ask.ts'
import { FailedActions } from '#web/chat/chat-frame.tsx'
import { type ChatMessage, type Conversation, conversationOf } from '#web/chat/conversation.ts'
import { useSavedOrders } from '#web/session/saved-orders.ts'

/** The messages. Screen readers announce each message once it is complete; the partial answer is hidden from them. */
export function Messages({ shop, messages, waiting, partial }: Conversation & { shop: ShopFacts }) {
  const scroll = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has been added is what it answers to
  useLayoutEffect(() => {
    const box = scroll.current
    const last = box?.querySelector<HTMLElement>('[data-last]')
    if (!box) return
    // A long answer is scrolled to its beginning.
    const fits = !last || last.offsetHeight < box.clientHeight
    box.scrollTop = fits ? box.scrollHeight : (last?.offsetTop ?? 0) - box.offsetTop - 12
  }, [messages, waiting, partial])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse
    <section className="chat-body" ref={scroll} tabIndex={0} aria-label="Messages">
      <div className="chat-log" role="log">
        {messages.map((message, index) => (
          <Message key={message.id} message={message} isLast={index === messages.length - 1} shop={shop} />
        ))}
      </div>
      {waiting && partial && (
        <p className="chat-message" aria-hidden="true">
          {partial}
        </p>
      )}
      <div role="status">
        {waiting && (
          <p className={partial ? 'visually-hidden' : 'chat-message chat-typing'}>
            <span className="visually-hidden">{shop.name} Support is writing</span>
            <i />
            <i />
            <i />
          </p>
        )}
      </div>
    </section>
  )
}

function Message({
  message: { text, isBot, products = [], links = [], order, failed },
  isLast,
  shop,
}: {
  message: ChatMessage
  isLast: boolean
  shop: ShopFacts
}) {
  return (
    <div className={isBot ? 'chat-turn' : 'chat-turn chat-mine'} data-last={isLast ? '' : undefined}>
      <p className={isBot ? 'chat-message' : 'chat-message chat-mine'}>
        <span className="visually-hidden">{isBot ? `${shop.name} Support:` : 'You:'} </span>
        {lines(text)}
      </p>
      {products.length > 0 && (
        <ul className="chat-shoes">
          {products.map((product) => (
            <ReplyCard key={product.id} product={product} />
          ))}
        </ul>
      )}
      {order && <OrderCard order={order} />}
      {isBot && <OwnOrders text={text} />}
      <ReplyLinks links={links} />
      {failed && isLast && (
        <FailedActions phone={shop.phone} label="Try again" onAct={() => conversationOf(shop).retry(pageContextOf(window.location))} />
      )}
    </div>
  )
}

/**
 * Links to the orders of this browser that a message mentions. The keys are taken from the browser's store: neither the answer nor the stored conversation
 * contains them.
 */
function OwnOrders({ text }: { text: string }) {
  const mentioned = useSavedOrders().filter(({ id }) => text.includes(shortCode(id)))
  return <ReplyLinks links={mentioned.map(({ id, key }) => ({ label: `Open order ${shortCode(id)}`, href: orderUrl(id, key) }))} />
}

/** Plain text with its line breaks, without any markup. */
function lines(text: string): ReactNode {
  return text.split('\n').map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a message stay where they are
    <Fragment key={index}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ))
}

/** A product card in an answer, with Add to Cart. */
function ReplyCard({ product }: { product: ReplyProduct }) {
  const { name, price, original_price: was, image_url: picture, sizes, is_available: available, url } = product
  const { busy, put } = usePutIntoCart(product)
  return (
    <li className="chat-shoe">
      <Link to={url} tabIndex={-1} aria-hidden="true">
        <Picture src={picture} alt="" sizes="84px" />
      </Link>
      <div>
        <b>
          <Link to={url}>{name}</Link>
        </b>
        <Price now={price} was={was ?? price} />
        <small>{available ? (sizes.length === 1 ? sizes[0] : `Sizes ${sizes.join(', ')}`) : 'Out of Stock'}</small>
        <Button small look="ghost" disabled={!available} busy={busy} aria-label={`Add to Cart: ${name}`} onClick={put}>
          Add to Cart
        </Button>
      </div>
    </li>
  )
}

/** Loads the product again before it is added: the answer may be old. */
function usePutIntoCart({ id }: ReplyProduct) {
  const add = useAddToCart()
  const [busy, setBusy] = useState(false)
  const put = async () => {
    setBusy(true)
    try {
      const answer = await fetch(productRowUrl(id))
      if (!answer.ok) throw new Error(`The shelf answered ${answer.status}`)
      const { product_sizes: sizes, ...row } = (await answer.json()) as Omit<ProductCard, 'sizes'> & {
        stock: number
        product_sizes: ProductCard['sizes']
      }
      const card = { ...row, sizes, is_available: row.is_available && row.stock > 0 }
      if (card.is_available) add(card)
      else showToast({ title: 'Out of Stock', text: `${card.name} was sold meanwhile.`, tone: 'bad' })
    } catch {
      showToast({ title: 'Failed to add item to cart', text: 'Check your connection and try again.', tone: 'bad' })
    } finally {
      setBusy(false)
    }
  }
  return { busy, put }
}

/** The card of the visitor's own order: its state, what was bought and what it costs, from the shop's books. */
export function OrderCard({ order: { code, status, label, lines, total } }: { order: ReplyOrder }) {
  return (
    <div className="chat-order">
      <p>
        <b>Order {code}</b> <OrderBadge status={status} label={label} />
      </p>
      <ul>
        {lines.map(({ name, size, quantity }) => (
          <li key={`${name} ${size}`}>
            {quantity} × {pairName({ name, size })}
          </li>
        ))}
      </ul>
      <p>
        Total <b>{formatShillings(total)}</b>
      </p>
    </div>
  )
}

const linkClass = buttonClass({ look: 'ghost', small: true })

/** The links of an answer. Only paths of the shop, WhatsApp, phone numbers and e-mail addresses are shown. */
function ReplyLinks({ links }: { links: ReplyLink[] }) {
  const shown = links.filter(({ href }) => isPath(href) || isContact(href))
  if (shown.length === 0) return null
  return (
    <p className="acts">
      {shown.map(({ label, href }) =>
        isPath(href) ? (
          <Link key={href} className={linkClass} to={href}>
            {label}
          </Link>
        ) : (
          <a key={href} className={linkClass} href={href} target={href.startsWith('https:') ? '_blank' : undefined} rel="noopener">
            {label}
          </a>
        ),
      )}
    </p>
  )
}

const isPath = (href: string) => /^\/(?![/\\])/.test(href)
const isContact = (href: string) => /^(https:\/\/wa\.me\/\d|tel:\+?\d|mailto:[^\s<>]+@)/.test(href)
