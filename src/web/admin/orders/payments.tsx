import { formatShillings } from '#domain/money.ts'
import { formatDateTime } from '#domain/nairobi-time.ts'
import { paymentMoves } from '#domain/order.ts'
import { paymentActs, reviewActs, reviewText } from '#domain/order-acts.ts'
import type { AttemptState } from '#domain/payment.ts'
import { formatPhone } from '#domain/phone.ts'
import { receiptLabel } from '#domain/receipt-code.ts'
import type { AdminOrder, AttemptView } from '#features/orders/get-admin-order.ts'
import type { PaymentOfDeletedOrder, ReviewRow } from '#features/orders/payments/payment-lists.ts'
import { Badge, type BadgeTone } from '#ui/kit/badge.tsx'
import { TextField } from '#ui/kit/field.tsx'
import { Moment } from '#ui/kit/moment.tsx'
import { Table } from '#ui/kit/table.tsx'
import { ActForm } from '#web/admin/admin-form.tsx'
import { OrderLink } from '#web/admin/orders/refunds.tsx'
import { ReceiptField, Tick } from '#web/admin/shared-fields.tsx'

const states: Record<AttemptState, { label: string; tone: BadgeTone; waiting?: boolean }> = {
  created: { label: 'Being sent', tone: 'amber', waiting: true },
  accepted: { label: 'On the phone', tone: 'amber', waiting: true },
  unknown: { label: 'No answer came', tone: 'amber', waiting: true },
  paid: { label: 'Paid', tone: 'leaf-solid' },
  failed: { label: 'Not paid', tone: 'bad' },
}

/** The order's attempts with M-Pesa's answers, and buttons to query M-Pesa and to record a payment. */
export function Payments({ order }: { order: AdminOrder }) {
  const { id, short_code, attempts, status, total_amount } = order
  const mayAsk = attempts.some(({ state, checkout_request_id }) => state !== 'paid' && checkout_request_id !== null)
  const mayRecord = (paymentMoves.recorded.from as readonly string[]).includes(status)
  return (
    <section aria-labelledby="payments">
      <h3 id="payments">Payments</h3>
      <div className="payment-list">
        {attempts.length === 0 && <p className="empty-note">No prompt has been sent</p>}
        {attempts.map((attempt) => (
          <Attempt key={attempt.id} attempt={attempt} code={short_code} />
        ))}
        {(mayAsk || mayRecord) && (
          <div className="acts">
            {mayAsk && <ActForm act={paymentActs.ask} intent="ask" hidden={{ id }} />}
            {mayRecord && (
              <ActForm act={paymentActs.record} intent="record" hidden={{ id }} of={short_code} values={{ sum: formatShillings(total_amount) }}>
                {(state) => (
                  <>
                    <ReceiptField {...state} label="M-Pesa receipt" />
                    <Tick
                      name="cash"
                      label="Paid in cash"
                      hint="Leave the receipt empty: the shop numbers the payment."
                      first={false}
                      typed={state.typed}
                    />
                  </>
                )}
              </ActForm>
            )}
          </div>
        )}
      </div>
    </section>
  )
}

function Attempt({ attempt, code }: { attempt: AttemptView; code: string }) {
  const { label, tone, waiting } = states[attempt.state]
  return (
    <article className="payment-record">
      <p className="payment-record-head">
        <b className="tabular">
          {formatShillings(attempt.amount)} from {formatPhone(attempt.phone)}
        </b>
        <Badge tone={tone} waiting={waiting ?? false}>
          {label}
        </Badge>
      </p>
      <small>
        {attempt.source === 'recorded' ? `Recorded by ${attempt.recorded_by?.full_name || 'an admin'}, ` : 'Prompt of '}
        <Moment at={attempt.created_at} />
        {attempt.replaced_at && (
          <>
            , replaced by another number <Moment at={attempt.replaced_at} />
          </>
        )}
      </small>
      {attempt.receipt && (
        <p>
          {receiptLabel(attempt.receipt)} <b className="tabular">{attempt.receipt}</b>
        </p>
      )}
      {attempt.source === 'prompt' && attempt.sentence && <p>The buyer reads: {attempt.sentence}</p>}
      {attempt.needs_review_at && (
        <div className="acts">
          <p>
            <b>Problem:</b> {attempt.review_reason}
          </p>
          <LookedAtForm attempt={{ ...attempt, short_code: code }} />
        </div>
      )}
      <details>
        <summary className="link">What M-Pesa answered</summary>
        <AttemptDetails attempt={attempt} />
      </details>
    </article>
  )
}

function AttemptDetails({ attempt }: { attempt: AttemptView }) {
  const when = (instant: string | null) => instant && formatDateTime(instant)
  const facts: [string, string | number | null][] = [
    ['Result code', attempt.result_code],
    ['Result', attempt.result_desc],
    ['Checkout request', attempt.checkout_request_id],
    ['Merchant request', attempt.merchant_request_id],
    ['Prompt went out', when(attempt.prompted_at)],
    ['Settled', when(attempt.settled_at)],
    ['Asked M-Pesa', attempt.checks > 0 ? `${attempt.checks} times` : null],
    ['Asks again', when(attempt.next_check_at)],
  ]
  return (
    <>
      <dl className="payment-facts">
        {facts
          .filter(([, value]) => value !== null)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="tabular">{value}</dd>
            </div>
          ))}
      </dl>
      {attempt.callbacks.length === 0 && <p>No callback has come.</p>}
      {attempt.callbacks.map(({ received_at, outcome, body }) => (
        <div key={`${received_at} ${body}`}>
          <p>
            Callback of {formatDateTime(received_at)}
            {outcome && `: ${outcome}`}
          </p>
          <pre className="raw-message">{body}</pre>
        </div>
      ))}
    </>
  )
}

/** Removes a payment from the review queue, with a note. */
function LookedAtForm({ attempt: { id, state, short_code } }: { attempt: { id: string; state: AttemptState; short_code: string | null } }) {
  const isSettled = state === 'paid' || state === 'failed'
  return (
    <ActForm
      act={reviewActs['looked-at']}
      intent="looked-at"
      hidden={{ attempt: id }}
      of={short_code ? `, payment of order ${short_code}` : ''}
      first={<p>{isSettled ? reviewText.settled : reviewText.open}</p>}
    >
      {({ field }) => (
        <TextField
          {...field('note')}
          label="What you found"
          hint="It stays in the audit log permanently: no names or phone numbers."
          rows={2}
          maxLength={500}
        />
      )}
    </ActForm>
  )
}

/** Payments that an admin has to review, the oldest first. */
export function ReviewTable({ reviews }: { reviews: ReviewRow[] }) {
  return (
    <Table
      className="waiting-table"
      rows={reviews}
      keyOf={({ id }) => id}
      columns={[
        { head: 'Order', cell: (review) => <OrderLink {...review} /> },
        { head: 'Since', cell: ({ needs_review_at }) => <Moment at={needs_review_at} /> },
        { head: 'Why', cell: ({ reason }) => reason },
        { head: 'Phone', cell: ({ phone }) => formatPhone(phone), num: true },
        { head: 'Amount', cell: ({ amount }) => formatShillings(amount), right: true, num: true },
        { head: 'What you can do', cell: (review) => <LookedAtForm attempt={review} />, right: true, isHeadHidden: true },
      ]}
    />
  )
}

/** Payments of orders that were cleared, found by their M-Pesa code. */
export function ClearedPayments({ payments }: { payments: PaymentOfDeletedOrder[] }) {
  if (payments.length === 0) return null
  return (
    <section className="cleared-orders" aria-labelledby="cleared">
      <h2 id="cleared">Payments of cleared orders</h2>
      <Table
        className="waiting-table"
        rows={payments}
        keyOf={({ id }) => id}
        columns={[
          { head: 'Order', cell: ({ short_code }) => short_code, num: true },
          { head: 'Receipt', cell: ({ receipt }) => receipt ?? 'Not known', num: true },
          { head: 'Amount', cell: ({ amount }) => <b>{formatShillings(amount)}</b>, right: true, num: true },
          { head: 'Paid', cell: ({ paid_at }) => <Moment at={paid_at} /> },
          { head: 'Cleared', cell: ({ cleared_at }) => <Moment at={cleared_at} /> },
          { head: 'Money back', cell: ({ refund }) => moneyBack(refund) },
        ]}
      />
    </section>
  )
}

function moneyBack(refund: PaymentOfDeletedOrder['refund']): string {
  if (refund === null) return 'No'
  return refund.state === 'done' ? `Went back${refund.receipt ? `, ${refund.receipt}` : ''}` : 'On the list of refunds'
}
