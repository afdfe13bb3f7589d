import { type ComponentProps, useState } from 'react'
import { formatShillings } from '#domain/money.ts'
import type { PayoutRow } from '#features/wallet/payout-row.ts'
import { Icon } from '#ui/kit/icon.tsx'
import type { ActionToast } from '#web/admin/action-toast.ts'
import type { Stayed } from '#web/admin/commissions/several-commissions.tsx'
import { ConfirmForm } from '#web/admin/confirm-form.tsx'
import { saveFile } from '#web/admin/save-file.ts'
import { KeyField } from '#web/dashboard/key-field.tsx'

const onList = (
  <p>
    What stands on a list is paid by hand, and marked as paid here with its receipt. Until then it is not sent by M-Pesa, not rejected, and its number
    is not changed; it can be taken back from the list.
  </p>
)

/** The CSV comes with the answer: it was given out in the same moment as its rows were marked. */
function save({ facts }: ActionToast) {
  const csv = facts?.csv
  if (typeof csv === 'string') saveFile('viatu-payouts.csv', csv, 'text/csv;charset=utf-8')
}

type ExportFormProps = Omit<ComponentProps<typeof ConfirmForm>, 'intent' | 'submit' | 'busy' | 'onDone'> & { visitKey: string }

/** Each list that is made has a key of its own, so that one whose answer was lost can be asked for again. */
function ExportForm({ visitKey, ...form }: ExportFormProps) {
  const [made, setMade] = useState(0)
  const done = (toast: ActionToast) => {
    save(toast)
    setMade(made + 1)
  }
  return (
    <ConfirmForm {...form} intent="export" submit="Export" busy="Exporting..." onDone={done}>
      {({ typed }) => <KeyField key={made} formKey={`${visitKey} ${made}`} typed={typed} />}
    </ConfirmForm>
  )
}

/** All that is pending and stands on no list yet. `visitKey`: of the page as it was opened. */
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
          <p>All pending payouts that have M-Pesa details and stand on no list yet, as a table for spreadsheets (CSV).</p>
          {onList}
        </>
      }
    />
  )
}

interface SeveralPayoutsProps {
  payouts: PayoutRow[]
  /** M-Pesa's own service is there. */
  sends: boolean
  visitKey: string
  onStayed: (stayed: Stayed[]) => void
}

/** What can be done with pending payouts that are picked. */
export function SeveralPayouts({ payouts, sends, visitKey, onStayed }: SeveralPayoutsProps) {
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
          label="Pay picked by M-Pesa"
          labelLook="pay"
          look="pay"
          labelDisabled={payouts.length > mostSent}
          title={`Pay ${count} by M-Pesa?`}
          text={
            <>
              <p>
                <b>{total}</b> in all. What cannot be sent stays as it is, and you are told why.
              </p>
              <p>M-Pesa may take a few seconds for each: please keep this page open.</p>
            </>
          }
          submit={`Pay ${total}`}
          busy="Sending..."
          onDone={({ facts }) => onStayed((facts?.stayed as Stayed[] | undefined) ?? [])}
        />
      )}
      <ExportForm
        visitKey={visitKey}
        hidden={hidden}
        label="Export picked"
        title={`Export ${count}?`}
        text={
          <>
            <p>
              <b>{total}</b> in all, as a table for spreadsheets (CSV). Left out is what lacks M-Pesa details or stands on a list already.
            </p>
            {onList}
          </>
        }
      />
      {isListed && (
        <ConfirmForm
          intent="take-back"
          hidden={hidden}
          label="Take back from the list"
          title="Take back from the list?"
          text={<p>Only do this for payouts that nobody is paying by hand any more: they could be paid twice.</p>}
          submit="Take back"
          busy="Taking back..."
        />
      )}
    </>
  )
}

/** M-Pesa takes its time for each (features/wallet/send-payouts.ts). */
const mostSent = 20
