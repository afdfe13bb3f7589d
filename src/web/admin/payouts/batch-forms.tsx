import { type ComponentProps, useState } from 'react'
import { formatShillings } from '#domain/money.ts'
import { payoutActs, takeBackSeveral } from '#domain/payout-acts.ts'
import type { PayoutRow } from '#features/wallet/payout-row.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { ActForm } from '#web/admin/act-form.tsx'
import type { ActionToast } from '#web/admin/action-toast.ts'
import { saveFile } from '#web/admin/save-file.ts'
import type { UnchangedRow } from '#web/admin/unchanged-notice.tsx'
import { KeyField } from '#web/forms/intent-form.tsx'

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

/** The most payouts per request: M-Pesa takes a few seconds for each (features/wallet/send-payouts.ts). */
const maxSent = 20
