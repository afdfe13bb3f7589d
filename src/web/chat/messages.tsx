import { Fragment, type ReactNode, useLayoutEffect, useRef } from 'react'
import { shortCode } from '#domain/placed-order.ts'
import type { ShopFacts } from '#domain/shop.ts'
import { orderUrl } from '#web/addresses.ts'
import type { ChatMessage, Conversation } from '#web/chat/conversation.ts'
import { conversationOf } from '#web/chat/conversation-now.ts'
import { FailedActions } from '#web/chat/failed-actions.tsx'
import { OrderCard } from '#web/chat/order-card.tsx'
import { pageContextOf } from '#web/chat/page-context.ts'
import { ReplyCard } from '#web/chat/reply-card.tsx'
import { ReplyLinks } from '#web/chat/reply-links.tsx'
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
