import { formatShillings } from '#domain/money.ts'
import { formatDateTime } from '#domain/nairobi-time.ts'
import { paymentMoves } from '#domain/order.ts'
import { paymentActs } from '#domain/order-acts.ts'
import type { AttemptState } from '#domain/payment.ts'
import { formatPhone } from '#domain/phone.ts'
import { receiptLabel } from '#domain/receipt-code.ts'
import type { AdminOrder, AttemptView } from '#features/orders/get-admin-order.ts'
import { Badge, type BadgeTone } from '#ui/kit/badge.tsx'
import { Moment } from '#ui/kit/moment.tsx'
import { ActForm } from '#web/admin/act-form.tsx'
import { LookedAtForm } from '#web/admin/orders/looked-at-form.tsx'
import { ReceiptField } from '#web/admin/receipt-field.tsx'
import { Tick } from '#web/admin/tick.tsx'

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
