import { type ComponentProps, useState } from 'react'
import { type PayoutActName, payoutActs, takeBackSeveral } from '#domain/affiliate-acts.ts'
import { formatShillings } from '#domain/money.ts'
import { cancelledReason, mayBePaidByHand, mayBeRejected, type PayoutStatus } from '#domain/payout.ts'
import { formatPhone } from '#domain/phone.ts'
import type { PayoutRow } from '#features/affiliates/wallet/payout-rows.ts'
import { TextField } from '#ui/kit/field.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { ActForm } from '#web/admin/admin-form.tsx'
import type { ActionToast } from '#web/admin/admin-toasts.ts'
import type { UnchangedRow } from '#web/admin/row-messages.tsx'
import { ReasonField, ReceiptField } from '#web/admin/shared-fields.tsx'
import { KeyField } from '#web/forms/intent-form.tsx'

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

type PayoutProps = { payout: PayoutRow }

const recipientOf = ({ mpesa_full_name, affiliate }: PayoutRow) => mpesa_full_name || affiliate.full_name || 'a deleted account'
const payoutName = (payout: PayoutRow) => `the payout of ${formatShillings(payout.amount)} to ${recipientOf(payout)}`

/** The recipient, number and amount, as the admin types them into M-Pesa. */
function Facts({ payout }: PayoutProps) {
  return (
    <dl>
      <dt>To</dt>
      <dd>{recipientOf(payout)}</dd>
      {payout.mpesa_phone_number && (
        <>
          <dt>Number</dt>
          <dd className="tabular">{formatPhone(payout.mpesa_phone_number)}</dd>
        </>
      )}
      <dt>Amount</dt>
      <dd className="tabular">{formatShillings(payout.amount)}</dd>
    </dl>
  )
}

/** Saves the CSV, which is part of the response, because its rows are marked as exported in the same transaction. */
function saveCsv({ facts }: ActionToast) {
  const csv = facts?.csv
  if (typeof csv === 'string') saveFile('viatu-payouts.csv', csv, 'text/csv;charset=utf-8')
}

type ExportFormProps = Omit<ComponentProps<typeof ActForm>, 'act' | 'intent' | 'onDone'> & { visitKey: string }

/** Each export has an idempotency key of its own, so that one whose response was lost can be repeated. */
function ExportForm({ visitKey, ...form }: ExportFormProps) {
  const [exportCount, setExportCount] = useState(0)
  const done = (toast: ActionToast) => {
    saveCsv(toast)
    setExportCount(exportCount + 1)
  }
  return (
    <ActForm {...form} act={payoutActs.export} intent="export" onDone={done}>
      {({ typed }) => <KeyField key={exportCount} formKey={`${visitKey} ${exportCount}`} typed={typed} />}
    </ActForm>
  )
}

/** Exports all pending payouts that are on no list yet. `visitKey` is the key of this page load. */
export function ExportBatch({ pending, visitKey }: { pending: number; visitKey: string }) {
  return (
    <ExportForm
      visitKey={visitKey}
      label={
        <>
          <Icon name="download" /> {payoutActs.export.label}
        </>
      }
      labelDisabled={pending === 0}
      first={<p>All pending payouts that have M-Pesa details and are on no list yet, as a table for spreadsheets (CSV).</p>}
    />
  )
}

interface SeveralPayoutsProps {
  payouts: PayoutRow[]
  /** Whether payouts by M-Pesa are available. */
  sends: boolean
  visitKey: string
  onUnchanged: (stayed: UnchangedRow[]) => void
}

/** Bulk actions for selected pending payouts. */
export function BulkPayoutForms({ payouts, sends, visitKey, onUnchanged }: SeveralPayoutsProps) {
  const hidden = { ids: payouts.map(({ id }) => id).join(',') }
  const total = formatShillings(payouts.reduce((sum, { amount }) => sum + amount, 0))
  const count = `${payouts.length} ${payouts.length === 1 ? 'payout' : 'payouts'}`
  const isListed = payouts.some(({ exported_at }) => exported_at !== null)
  return (
    <>
      {sends && (
        <ActForm
          act={payoutActs['send-all']}
          intent="send-all"
          hidden={hidden}
          labelDisabled={payouts.length > maxSent}
          of={count}
          values={{ sum: total }}
          onDone={({ facts }) => onUnchanged((facts?.stayed as UnchangedRow[] | undefined) ?? [])}
        />
      )}
      <ExportForm
        visitKey={visitKey}
        hidden={hidden}
        label="Export selected"
        title={`Export ${count}?`}
        first={
          <p>
            <b>{total}</b> in all, as a table for spreadsheets (CSV). Left out is what lacks M-Pesa details or is on a list already.
          </p>
        }
      />
      {isListed && <ActForm act={takeBackSeveral} intent="take-back" hidden={hidden} />}
    </>
  )
}

/** The most payouts per request: M-Pesa takes a few seconds for each (features/affiliates/wallet/send-payouts.ts). */
const maxSent = 20

/** Downloads a text as a file. Browser only. */
function saveFile(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  // By then the download has started.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
