import { type ComponentProps, useState } from 'react'
import { formatShillings } from '#domain/money.ts'
import type { PayoutRow } from '#features/wallet/payout-row.ts'
import { Icon } from '#ui/kit/icon.tsx'
import type { ActionToast } from '#web/admin/action-toast.ts'
import { ConfirmForm } from '#web/admin/confirm-form.tsx'
import { saveFile } from '#web/admin/save-file.ts'
import type { UnchangedRow } from '#web/admin/unchanged-notice.tsx'
import { KeyField } from '#web/forms/key-field.tsx'

const listNote = (
  <p>
    What is on a list is paid by hand, and marked as paid here with its receipt. Until then it is not sent by M-Pesa, not rejected, and its number is
    not changed; it can be taken back from the list.
  </p>
)

/** Saves the CSV, which is part of the response, because its rows are marked as exported in the same transaction. */
function saveCsv({ facts }: ActionToast) {
  const csv = facts?.csv
  if (typeof csv === 'string') saveFile('viatu-payouts.csv', csv, 'text/csv;charset=utf-8')
}

type ExportFormProps = Omit<ComponentProps<typeof ConfirmForm>, 'intent' | 'submit' | 'busy' | 'onDone'> & { visitKey: string }

/** Each export has an idempotency key of its own, so that one whose response was lost can be repeated. */
function ExportForm({ visitKey, ...form }: ExportFormProps) {
  const [exportCount, setExportCount] = useState(0)
  const done = (toast: ActionToast) => {
    saveCsv(toast)
    setExportCount(exportCount + 1)
  }
  return (
    <ConfirmForm {...form} intent="export" submit="Export" busy="Exporting..." onDone={done}>
      {({ typed }) => <KeyField key={exportCount} formKey={`${visitKey} ${exportCount}`} typed={typed} />}
    </ConfirmForm>
  )
}

/** Exports all pending payouts that are on no list yet. `visitKey` is the key of this page load. */
export function ExportBatch({ pending, visitKey }: { pending: number; visitKey: string }) {
  return (
    <ExportForm
      visitKey={visitKey}
      label={
        <>
          <Icon name="download" /> Export batch
        </>
      }
      labelDisabled={pending === 0}
      title="Export a batch?"
      text={
        <>
          <p>All pending payouts that have M-Pesa details and are on no list yet, as a table for spreadsheets (CSV).</p>
          {listNote}
        </>
      }
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
        <ConfirmForm
          intent="send-all"
          hidden={hidden}
          label="Pay selected by M-Pesa"
          labelLook="pay"
          look="pay"
          labelDisabled={payouts.length > maxSent}
          title={`Pay ${count} by M-Pesa?`}
          text={
            <>
              <p>
                <b>{total}</b> in all. What cannot be sent stays as it is, and you see why.
              </p>
              <p>M-Pesa may take a few seconds for each: please keep this page open.</p>
            </>
          }
          submit={`Pay ${total}`}
          busy="Sending..."
          onDone={({ facts }) => onUnchanged((facts?.stayed as UnchangedRow[] | undefined) ?? [])}
        />
      )}
      <ExportForm
        visitKey={visitKey}
        hidden={hidden}
        label="Export selected"
        title={`Export ${count}?`}
        text={
          <>
            <p>
              <b>{total}</b> in all, as a table for spreadsheets (CSV). Left out is what lacks M-Pesa details or is on a list already.
            </p>
            {listNote}
          </>
        }
      />
      {isListed && (
        <ConfirmForm
          intent="take-back"
          hidden={hidden}
          label="Take back from the list"
          title="Take back from the list?"
          text={<p>Only do this if no one is paying them by hand any more: they could be paid twice.</p>}
          submit="Take back"
          busy="Taking back..."
        />
      )}
    </>
  )
}

/** The most payouts per request: M-Pesa takes a few seconds for each (features/wallet/send-payouts.ts). */
const maxSent = 20
