import { Fragment, useState } from 'react'
import type { SettingRow } from '#features/shop-settings/list-settings.ts'
import { AdminForm } from '#web/admin/admin-form.tsx'
import { SettingField } from '#web/admin/settings/setting-field.tsx'
import { SnapshotFields } from '#web/admin/snapshot-fields.tsx'

interface SettingFormProps {
  group: string
  rows: SettingRow[]
  /** Another one whenever the settings were read anew. */
  visitKey: string
}

/** The settings of a group. */
export function SettingForm({ group, rows, visitKey }: SettingFormProps) {
  const key = useKeyAfterSaving(visitKey)
  const snapshot = JSON.stringify(Object.fromEntries(rows.filter(({ kind }) => kind !== 'secret').map(({ name, value }) => [name, value])))
  return (
    <AdminForm intent="save" hidden={{ group }} submit="Save" name={`Save: ${group}`} busy="Saving..." onDone={key.saved}>
      {({ refusal, ...state }) => (
        <Fragment key={key.now}>
          <SnapshotFields snapshot={snapshot} typed={state.typed} refusal={refusal} />
          {rows.map((row) => (
            <SettingField key={row.name} row={row} {...state} />
          ))}
        </Fragment>
      )}
    </AdminForm>
  )
}

/** A key of the fields that changes with the first reading after they were saved: they show what is stored then, and a refused form keeps what was typed. */
function useKeyAfterSaving(visitKey: string) {
  const [now, setNow] = useState(visitKey)
  const [isSaved, setSaved] = useState(false)
  if (isSaved && visitKey !== now) {
    setNow(visitKey)
    setSaved(false)
  }
  return { now, saved: () => setSaved(true) }
}
