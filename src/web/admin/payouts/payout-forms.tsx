import { formatShillings } from '#domain/money.ts'
import { cancelledReason, mayBePaidByHand, mayBeRejected, type PayoutStatus } from '#domain/payout.ts'
import { type PayoutActName, payoutActs } from '#domain/payout-acts.ts'
import { TextField } from '#ui/kit/field.tsx'
import { ActForm } from '#web/admin/act-form.tsx'
import { Facts, type PayoutProps, payoutName } from '#web/admin/payouts/payout-facts.tsx'
import { ReasonField } from '#web/admin/reason-field.tsx'
import { ReceiptField } from '#web/admin/receipt-field.tsx'

/** The acts that a payout's state allows, by the rules that the verbs check too (domain/payout.ts). `sends`: payouts by M-Pesa are available and not stopped. */
export function PayoutForms({ payout, sends }: PayoutProps & { sends: boolean }) {
  const { id, status, needs_review: isInReview, unbooked: hasUnrecordedPayment, held: isHeld, exported_at, sent_at, mpesa_phone_number } = payout
  const standing = { status, isInReview, hasUnrecordedPayment, isHeld, isByAdmin: payout.processed_by !== null }
  const isListed = exported_at !== null
  const hasDetails = mpesa_phone_number !== null
  const act = (intent: PayoutActName) => ({ act: payoutActs[intent], intent, of: payoutName(payout), hidden: { id } })
  const facts = <Facts payout={payout} />
  return (
    <>
      {mayBePaidByHand(standing) && (hasDetails || isOver(status)) && (
        <ActForm
          {...act('paid')}
          // The number on the screen is sent too: the verb refuses if it was changed meanwhile.
          hidden={{ id, ...(mpesa_phone_number && { paid_to: mpesa_phone_number }) }}
          labelLook={isOver(status) ? 'ghost' : 'ink'}
          first={<p>{paidText(payout)}</p>}
          last={facts}
        >
          {(form) => <ReceiptField {...form} label="M-Pesa receipt code" first={payout.unbooked_receipts[0]} />}
        </ActForm>
      )}
      {sends && status === 'pending' && hasDetails && !isListed && !isHeld && (
        <ActForm {...act('send')} last={facts} submit={`Pay ${formatShillings(payout.amount)}`} />
      )}
      {sent_at && status !== 'completed' && <ActForm {...act('ask')} />}
      {isInReview && (
        <ActForm {...act('looked')} first={<p>{payout.review_reason}</p>} last={<Unbooked receipts={payout.unbooked_receipts} />}>
          {({ field }) => <TextField {...field('note')} label="What you found" hint="The audit log keeps it." rows={3} maxLength={500} />}
        </ActForm>
      )}
      {mayBeRejected(standing) && !isListed && (
        <ActForm
          {...act('reject')}
          last={[
            status === 'processing' && <p key="asked">M-Pesa may have paid it: it is asked once more first, and has ten minutes to answer.</p>,
            facts,
          ]}
        >
          {(form) => <ReasonField {...form} />}
        </ActForm>
      )}
      {status === 'pending' && isListed && <ActForm {...act('take-back')} hidden={{ ids: id }} />}
    </>
  )
}

const isOver = (status: PayoutStatus) => status === 'failed' || status === 'rejected'

/** A closed payout may have been paid before it was closed. */
function paidText({ status, failure_reason }: PayoutProps['payout']): string {
  if (!isOver(status)) return 'Send the money yourself first, then write down the code of M-Pesa’s message.'
  const why = failure_reason === cancelledReason ? 'The affiliate cancelled this request.' : 'This request is closed.'
  return `${why} If you have sent the money already, write the receipt.`
}

function Unbooked({ receipts }: { receipts: string[] }) {
  if (receipts.length === 0) return null
  return (
    <p>
      Not in the books: <b className="tabular">{receipts.join(', ')}</b>. Settle that money with the affiliate first: afterwards the shop no longer
      holds it against new payouts.
    </p>
  )
}
