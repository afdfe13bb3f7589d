import { formatShillings } from '#domain/money.ts'
import { mayBePaidByHand, mayBeRejected, type PayoutStatus } from '#domain/payout.ts'
import { formatPhone } from '#domain/phone.ts'
import type { PayoutRow } from '#features/wallet/payout-row.ts'
import { Field, TextField } from '#ui/kit/field.tsx'
import { AdminForm } from '#web/admin/admin-form.tsx'
import { ConfirmForm } from '#web/admin/confirm-form.tsx'
import { ReasonField } from '#web/admin/reason-field.tsx'

type PayoutProps = { payout: PayoutRow }

/** What an admin may do to a payout; the verbs hold the same rules (domain/payout.ts). `sends`: M-Pesa's own service is there, and goes. */
export function PayoutForms({ payout, sends }: PayoutProps & { sends: boolean }) {
  const { status, needs_review: isOnDesk, unbooked: isUnbooked, exported_at, sent_at, mpesa_phone_number } = payout
  const standing = { status, isOnDesk, isUnbooked }
  const isListed = exported_at !== null
  const hasDetails = mpesa_phone_number !== null
  return (
    <>
      {mayBePaidByHand(standing) && (hasDetails || isOver(status)) && <MarkPaid payout={payout} />}
      {sends && status === 'pending' && hasDetails && !isListed && <PayByMpesa payout={payout} />}
      {sent_at && status !== 'completed' && <AskMpesa payout={payout} />}
      {isOnDesk && <LookedAt payout={payout} />}
      {mayBeRejected(standing) && !isListed && <Reject payout={payout} />}
      {status === 'pending' && isListed && <TakeBack payout={payout} />}
    </>
  )
}

const isOver = (status: PayoutStatus) => status === 'failed' || status === 'rejected'
const toWhom = ({ mpesa_full_name, affiliate }: PayoutRow) => mpesa_full_name || affiliate.full_name || 'a deleted account'
const called = (payout: PayoutRow) => `the payout of ${formatShillings(payout.amount)} to ${toWhom(payout)}`

/** Whom the money goes to, as the admin types it into M-Pesa. */
function Facts({ payout }: PayoutProps) {
  return (
    <dl>
      <dt>To</dt>
      <dd>{toWhom(payout)}</dd>
      {payout.mpesa_phone_number && (
        <>
          <dt>Number</dt>
          <dd className="num">{formatPhone(payout.mpesa_phone_number)}</dd>
        </>
      )}
      <dt>Amount</dt>
      <dd className="num">{formatShillings(payout.amount)}</dd>
    </dl>
  )
}

/** The number that was read goes along: should it have been changed meanwhile, nothing is written down. */
function MarkPaid({ payout }: PayoutProps) {
  const { id, mpesa_phone_number, unbooked_receipts } = payout
  return (
    <ConfirmForm
      intent="paid"
      hidden={{ id, ...(mpesa_phone_number && { paid_to: mpesa_phone_number }) }}
      label="Mark Paid"
      labelled={`Mark Paid: ${called(payout)}`}
      labelLook="ink"
      title="Mark as paid?"
      text={
        <>
          <p>Pay it by M-Pesa first, then write down the code of M-Pesa’s message.</p>
          <Facts payout={payout} />
        </>
      }
      submit="Mark Paid"
      busy="Writing down..."
    >
      {({ errorOf, typed }) => (
        <Field
          label="M-Pesa receipt code"
          name="receipt"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          placeholder="QKJ4XT81ZP"
          defaultValue={typed.receipt ?? unbooked_receipts[0]}
          error={errorOf('receipt')}
        />
      )}
    </ConfirmForm>
  )
}

function PayByMpesa({ payout }: PayoutProps) {
  return (
    <ConfirmForm
      intent="send"
      hidden={{ id: payout.id }}
      label="Pay by M-Pesa"
      labelled={`Pay by M-Pesa: ${called(payout)}`}
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

/** A question moves no money, so it needs no confirmation. */
function AskMpesa({ payout }: PayoutProps) {
  return (
    <AdminForm
      intent="ask"
      hidden={{ id: payout.id }}
      submit="Ask M-Pesa"
      name={`Ask M-Pesa about ${called(payout)}`}
      busy="Asking..."
      look="ghost"
      small
    />
  )
}

function LookedAt({ payout }: PayoutProps) {
  return (
    <ConfirmForm
      intent="looked"
      hidden={{ id: payout.id }}
      label="Looked at"
      labelled={`Looked at: ${called(payout)}`}
      title="Looked at?"
      text={
        <>
          <p>{payout.review_reason}</p>
          {payout.unbooked_receipts.length > 0 && (
            <p>
              M-Pesa named <b className="num">{payout.unbooked_receipts.join(', ')}</b>, which the books do not hold. They are let go: settle that
              money with the affiliate first.
            </p>
          )}
        </>
      }
      submit="Looked at"
      busy="Writing down..."
    >
      {({ errorOf, typed }) => (
        <TextField
          label="What you found"
          hint="The audit log keeps it."
          name="note"
          rows={3}
          maxLength={500}
          error={errorOf('note')}
          defaultValue={typed.note}
        />
      )}
    </ConfirmForm>
  )
}

function Reject({ payout }: PayoutProps) {
  return (
    <ConfirmForm
      intent="reject"
      hidden={{ id: payout.id }}
      label="Reject"
      labelled={`Reject ${called(payout)}`}
      labelLook="bad"
      look="bad"
      title="Reject this payout?"
      text={
        <>
          <p>The money goes back into the balance, and the affiliate is told by e-mail.</p>
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

function TakeBack({ payout }: PayoutProps) {
  return (
    <ConfirmForm
      intent="take-back"
      hidden={{ ids: payout.id }}
      label="Take back"
      labelled={`Take back from the list: ${called(payout)}`}
      title="Take back from the list?"
      text={<p>Only do this when nobody is paying it by hand any more: it could be paid twice.</p>}
      submit="Take back"
      busy="Taking back..."
    />
  )
}
