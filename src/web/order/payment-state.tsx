import type { ReactNode } from 'react'
import { feeInRefund } from '#domain/delivery-options.ts'
import { formatShillings } from '#domain/money.ts'
import { formatTime } from '#domain/nairobi-time.ts'
import { inReview, type OrderView } from '#domain/order-view.ts'
import { formatPhone } from '#domain/phone.ts'
import { stateProblems } from '#domain/problem.ts'
import { isCash } from '#domain/receipt-code.ts'
import { Button, type ButtonLook, buttonClass } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { ChatLink } from '#web/chat/launcher.tsx'
import type { CartBack } from '#web/order/cart-back.tsx'
import { type Payment, PromptAgain } from '#web/order/prompt-forms.tsx'
import { useShop } from '#web/shop-facts.ts'
import { WhatsappLink } from '#web/whatsapp-link.tsx'

export interface StateProps {
  order: OrderView
  /** The path of the order's own link. */
  link: string
  payment: Payment
  cancelAndRestoreCart: CartBack
  buyAgain: CartBack
}

/** M-Pesa has not accepted the prompt yet. */
export function Sending({ order }: StateProps) {
  return (
    <>
      <p className="payment-lead">We are asking M-Pesa to send a prompt to {phoneOf(order)}. Keep your phone in your hand.</p>
      <WaitingBar label="Sending the prompt">This takes a few seconds.</WaitingBar>
      <div className="acts">
        <DemoPhoneLink order={order} />
        <AskAboutOrder order={order} />
      </div>
    </>
  )
}

/** The prompt is on the phone. Our page never asks for the PIN. */
export function Waiting({ order }: StateProps) {
  const shop = useShop()
  return (
    <>
      <p className="payment-lead">Your order is placed. Pay it on your phone, in three steps:</p>
      <ol className="payment-steps">
        <li>
          <i aria-hidden="true">1</i>
          <span>
            Open the prompt on <b className="tabular">{phoneOf(order)}</b>
          </span>
        </li>
        <li>
          <i aria-hidden="true">2</i>
          <span>
            Check that it says <b>{shop.mpesaName.toUpperCase()}</b> and <b className="tabular">{formatShillings(order.total_amount)}</b>
          </span>
        </li>
        <li>
          <i aria-hidden="true">3</i>
          <span>Enter your M-Pesa PIN on the phone</span>
        </li>
      </ol>
      <WaitingBar label="Waiting for your M-Pesa PIN">Waiting for your PIN. Prompts usually close after about a minute.</WaitingBar>
      <div className="acts">
        <DemoPhoneLink order={order} />
        <AskAboutOrder order={order} />
      </div>
    </>
  )
}

/** Only M-Pesa knows the outcome. */
export function Checking({ order, payment }: StateProps) {
  const { may_retry, retry_at } = order.payment ?? {}
  return (
    <>
      <p className="payment-lead">We are checking with M-Pesa. Do not pay twice: this page updates by itself.</p>
      {order.in_review && <InReviewNote />}
      <WaitingBar label="Checking with M-Pesa">
        {may_retry
          ? 'No prompt on your phone, and no message from M-Pesa? Then send the prompt again.'
          : retry_at
            ? `No prompt on your phone? You can send it again at ${formatTime(retry_at)}.`
            : 'M-Pesa usually answers within a few minutes.'}
      </WaitingBar>
      {may_retry ? (
        <PromptAgain order={order} payment={payment}>
          <AskAboutOrder order={order} />
        </PromptAgain>
      ) : (
        <div className="acts">
          <DemoPhoneLink order={order} />
          <AskAboutOrder order={order} />
        </div>
      )}
    </>
  )
}

/** M-Pesa refused the payment with a reason. The order can be paid until its hold expires. */
export function Failed({ order, payment, cancelAndRestoreCart }: StateProps) {
  return (
    <>
      <Notice tone="bad">{order.payment?.sentence ?? stateProblems.payment_failed.message}</Notice>
      {order.in_review && <InReviewNote />}
      <p className="payment-lead">
        We hold your pairs until <b className="tabular">{formatTime(order.hold_expires_at)}</b>. If M-Pesa has sent you a receipt for this order, send
        us its number on WhatsApp.
      </p>
      <PromptAgain order={order} payment={payment}>
        <PutBackButton cancelAndRestoreCart={cancelAndRestoreCart} />
        <AskAboutOrder order={order} />
      </PromptAgain>
    </>
  )
}

/** The outcome is unknown, so an admin checks the payment. */
export function InReviewNote() {
  return (
    <p className="payment-lead">
      <b>{inReview.title}</b> {inReview.next}
    </p>
  )
}

/** Refunds: payments of an order that could not take them, or that was cancelled. */
export function MoneyBack({ order: { refunds = [], customer_phone, ...order } }: Pick<StateProps, 'order'>) {
  const shop = useShop()
  const to = (phone: string | undefined) => (phone && phone !== customer_phone ? `${formatPhone(phone)}, the number that paid it` : 'your M-Pesa')
  return refunds.map(({ amount, at, done_at, receipt, in_cash, phone }) => (
    <Notice tone={done_at === null ? 'amber' : 'leaf'} key={at}>
      {done_at === null ? (
        <>
          <b>{`${formatShillings(amount)}${feeInRefund(amount, order)} that came for this order goes back to ${in_cash ? 'you' : to(phone)}.`}</b>{' '}
          {shop.phone && <span>{`If it does not arrive, call ${shop.phone}.`}</span>}
        </>
      ) : (
        <b>
          {[
            `${formatShillings(amount)}${feeInRefund(amount, order)} ${isCash(receipt) ? 'was paid back in cash' : `was sent back to ${to(phone)}`}`,
            receipt && `, ${isCash(receipt) ? 'number' : 'receipt'} ${receipt}`,
            '.',
          ]
            .filter(Boolean)
            .join('')}
        </b>
      )}
    </Notice>
  ))
}

export function PutBackButton({ cancelAndRestoreCart, look = 'ghost' }: { cancelAndRestoreCart: CartBack; look?: 'ink' | 'ghost' }) {
  return (
    <Button look={look} busy={cancelAndRestoreCart.busy} onClick={cancelAndRestoreCart.act}>
      Put the items back in my cart
    </Button>
  )
}

/** A progress bar without a value; it does not move if the visitor prefers reduced motion. */
function WaitingBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <div className="waiting-bar" role="progressbar" aria-label={label}>
        <i />
      </div>
      <p className="waiting-words">{children}</p>
    </>
  )
}

function phoneOf(order: OrderView): string {
  return formatPhone(order.payment?.phone ?? order.customer_phone)
}

/**
 * Contact links: WhatsApp with the order's code, and the assistant, which knows the order from the page. They are in the flow, because nothing may float over
 * the payment.
 */
export function AskAboutOrder({ order, look = 'ghost' }: { order: Pick<OrderView, 'short_code'>; look?: ButtonLook }) {
  return (
    <>
      <WhatsappLink look={look} words={`this is about my order ${order.short_code}.`} />
      <ChatLink className={buttonClass({ look })} />
    </>
  )
}

/** In the demo, a link to the simulated phone; null otherwise. */
function DemoPhoneLink({ order }: { order: Pick<OrderView, 'payment' | 'customer_phone'> }) {
  const { demo } = useShop()
  if (!demo?.phoneUrl) return null
  return (
    <a
      className={buttonClass({ look: 'line' })}
      href={`${demo.phoneUrl}/${order.payment?.phone ?? order.customer_phone}`}
      target="_blank"
      rel="noopener"
    >
      <Icon name="phone" /> Open the demo phone
    </a>
  )
}
