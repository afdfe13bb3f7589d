import { Fragment, useState } from 'react'
import { useFetchers } from 'react-router'
import type { SettingRow } from '#features/shop-settings/list-settings.ts'
import { AdminForm } from '#web/admin/admin-form.tsx'
import { SettingField } from '#web/admin/settings/setting-field.tsx'
import { SnapshotFields } from '#web/admin/snapshot-fields.tsx'
import { ProofFields } from '#web/forms/password-fields.tsx'

interface SettingFormProps {
  group: string
  rows: SettingRow[]
  /** Whether a change takes a proof, and the second factor with it. */
  proof: { asksCode: boolean } | null
}

/** The settings of a group. */
export function SettingForm({ group, rows, proof }: SettingFormProps) {
  const savings = useSavings()
  const [isSending, setSending] = useState(false)
  const snapshot = JSON.stringify(Object.fromEntries(rows.filter(({ kind }) => kind !== 'secret').map(({ name, value }) => [name, value])))
  return (
    <AdminForm
      intent="save"
      hidden={{ group }}
      submit={isSending ? 'Sending the file...' : 'Save'}
      disabled={isSending}
      name={`Save: ${group}`}
      busy="Saving..."
      onDone={savings.saved}
    >
      {(state) => (
        <Fragment key={savings.count}>
          <SnapshotFields snapshot={snapshot} {...state} />
          {rows.map((row) => (
            <SettingField key={row.name} row={row} onSending={setSending} {...state} />
          ))}
          {proof && <ProofFields asksCode={proof.asksCode} errorOf={state.errorOf} />}
        </Fragment>
      )}
    </AdminForm>
  )
}

/** Counts the savings, each once the page has what is stored since: the fields then show that, while a refused form keeps what was typed. */
function useSavings() {
  const [isSaved, setSaved] = useState(false)
  const [count, setCount] = useState(0)
  const isLoading = useFetchers().length > 0
  if (isSaved && !isLoading) {
    setCount(count + 1)
    setSaved(false)
  }
  return { count, saved: () => setSaved(true) }
}
