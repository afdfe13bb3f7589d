import type { ReactNode } from 'react'
import { type WayKind, wayBounds, wayKinds } from '#domain/delivery-ways.ts'
import type { WayRow } from '#features/delivery/ways.ts'
import { CheckField, Field, SelectField } from '#ui/kit/field.tsx'
import type { ActionToast } from '#web/admin/action-toast.ts'
import { AdminForm } from '#web/admin/admin-form.tsx'
import { hourText } from '#web/admin/delivery/way-text.ts'
import { SnapshotFields } from '#web/admin/snapshot-fields.tsx'

interface WayFormProps {
  /** Null for a new one. */
  row: WayRow | null
  formKey?: string
  onDone: (toast: ActionToast) => void
  beside?: ReactNode
}

/** Everything about a way; which fields are in sight depends on its kind (delivery.css). */
export function WayForm({ row, formKey, ...form }: WayFormProps) {
  return (
    <div className="way-editor">
      <AdminForm intent={row ? 'save' : 'create'} submit={row ? 'Save changes' : 'Create way'} busy="Saving..." {...form}>
        {({ typed, errorOf, refusal }) => {
          const fieldOf = (name: keyof WayRow) => ({
            name,
            autoComplete: 'off',
            defaultValue: typed[name] ?? String((name === 'cut_off' ? hourText(row?.cut_off ?? 14 * 60) : row?.[name]) ?? ''),
            error: errorOf(name),
          })
          const numberOf = (name: keyof WayRow) => ({ ...fieldOf(name), inputMode: 'numeric' as const, maxLength: 12 })
          return (
            <>
              <SnapshotFields snapshot={row && JSON.stringify(row)} formKey={formKey} typed={typed} refusal={refusal} />
              <SelectField name="kind" label="How orders get there" defaultValue={typed.kind ?? row?.kind ?? 'door'} error={errorOf('kind')}>
                {(Object.keys(wayKinds) as WayKind[]).map((kind) => (
                  <option key={kind} value={kind}>
                    {wayKinds[kind].label}
                  </option>
                ))}
              </SelectField>
              <Field {...fieldOf('name')} label="Name, as shoppers read it" placeholder="Rider" required maxLength={80} />
              <div className="way-courier">
                <Field {...fieldOf('courier')} label="Courier" placeholder="Easy Coach" maxLength={80} />
              </div>
              <div className="way-point">
                <Field {...fieldOf('address')} label="Where it is" maxLength={200} />
                <Field {...fieldOf('hours')} label="When it is open" placeholder="Mon to Sat, 9 to 6" maxLength={100} />
                <Field {...fieldOf('map_url')} label="Link to a map" optional inputMode="url" placeholder="https://" maxLength={500} />
              </div>
              <div className="way-row">
                <Field {...numberOf('fee')} label="Fee in KSh" hint={`0 is free, at most ${wayBounds.fee.toLocaleString('en-KE')}.`} required />
                <Field {...numberOf('free_from')} label="Free from, in KSh" hint="Of goods, after discounts." optional />
              </div>
              <div className="way-row">
                <Field {...numberOf('days_from')} label="Working days, at least" required />
                <Field {...numberOf('days_to')} label="Working days, at most" required />
                <Field {...fieldOf('cut_off')} type="time" label="Packed the same day until" hint="Empty: until midnight." />
              </div>
              <CheckField name="is_on" defaultChecked={'intent' in typed ? typed.is_on === 'on' : (row?.is_on ?? true)}>
                Offered to shoppers
              </CheckField>
            </>
          )
        }}
      </AdminForm>
    </div>
  )
}
