import { formatShillings } from '#domain/money.ts'
import { cancelledReason, mayBePaidByHand, mayBeRejected, type PayoutStatus } from '#domain/payout.ts'
import { ConfirmForm } from '#web/admin/confirm-form.tsx'
import { Facts, type PayoutProps, payoutName } from '#web/admin/payouts/payout-facts.tsx'
import { AskMpesa, ResolveReviewForm, TakeBackForm } from '#web/admin/payouts/review-forms.tsx'
import { ReasonField } from '#web/admin/reason-field.tsx'
import { ReceiptField } from '#web/admin/receipt-field.tsx'

/** The actions that a payout's state allows, by the rules that the verbs check too (domain/payout.ts). `sends`: payouts by M-Pesa are available and not stopped. */
export function PayoutForms({ payout, sends }: PayoutProps & { sends: boolean }) {
  const { status, needs_review: isInReview, unbooked: hasUnrecordedPayment, held: isHeld, exported_at, sent_at, mpesa_phone_number } = payout
  const standing = { status, isInReview, hasUnrecordedPayment, isHeld, isByAdmin: payout.processed_by !== null }
  const isListed = exported_at !== null
  const hasDetails = mpesa_phone_number !== null
  return (
    <>
      {mayBePaidByHand(standing) && (hasDetails || isOver(status)) && <MarkPaid payout={payout} />}
      {sends && status === 'pending' && hasDetails && !isListed && !isHeld && <PayByMpesa payout={payout} />}
      {sent_at && status !== 'completed' && <AskMpesa payout={payout} />}
      {isInReview && <ResolveReviewForm payout={payout} />}
      {mayBeRejected(standing) && !isListed && <Reject payout={payout} />}
      {status === 'pending' && isListed && <TakeBackForm payout={payout} />}
    </>
  )
}

const isOver = (status: PayoutStatus) => status === 'failed' || status === 'rejected'

/** The number on the screen is sent too: the verb refuses if it was changed meanwhile. */
function MarkPaid({ payout }: PayoutProps) {
  const { id, status, mpesa_phone_number, unbooked_receipts } = payout
  return (
    <ConfirmForm
      intent="paid"
      hidden={{ id, ...(mpesa_phone_number && { paid_to: mpesa_phone_number }) }}
      label="Mark Paid"
      buttonName={`Mark Paid: ${payoutName(payout)}`}
      labelLook={isOver(status) ? 'ghost' : 'ink'}
      title="Mark as paid?"
      text={
        <>
          <p>{paidText(payout)}</p>
          <Facts payout={payout} />
        </>
      }
      submit="Mark Paid"
      busy="Writing down..."
    >
      {(state) => <ReceiptField {...state} label="M-Pesa receipt code" first={unbooked_receipts[0]} />}
    </ConfirmForm>
  )
}

/** The text of the dialog; a closed payout may have been paid before it was closed. */
function paidText({ status, failure_reason }: PayoutProps['payout']): string {
  if (!isOver(status)) return 'Send the money yourself first, then write down the code of M-Pesa’s message.'
  const why = failure_reason === cancelledReason ? 'The affiliate cancelled this request.' : 'This request is closed.'
  return `${why} If you have sent the money already, write the receipt.`
}

function PayByMpesa({ payout }: PayoutProps) {
  return (
    <ConfirmForm
      intent="send"
      hidden={{ id: payout.id }}
      label="Pay by M-Pesa"
      buttonName={`Pay by M-Pesa: ${payoutName(payout)}`}
      labelLook="pay"
      look="pay"
      title="Pay by M-Pesa?"
      text={
        <>
          <p>The shop’s M-Pesa account pays at once; M-Pesa’s result completes the payout.</p>
          <Facts payout={payout} />
        </>
      }
      submit={`Pay ${formatShillings(payout.amount)}`}
      busy="Sending..."
    />
  )
}

function Reject({ payout }: PayoutProps) {
  return (
    <ConfirmForm
      intent="reject"
      hidden={{ id: payout.id }}
      label="Reject"
      buttonName={`Reject ${payoutName(payout)}`}
      labelLook="bad"
      look="bad"
      title="Reject this payout?"
      text={
        <>
          <p>The money goes back into the balance, and the affiliate is notified by e-mail.</p>
          {payout.status === 'processing' && <p>M-Pesa may have paid it: it is asked once more first, and has ten minutes to answer.</p>}
          <Facts payout={payout} />
        </>
      }
      submit="Reject"
      busy="Rejecting..."
    >
      {(form) => <ReasonField {...form} />}
    </ConfirmForm>
  )
}
