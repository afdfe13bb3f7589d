import type { ReactNode } from 'react'
import { type OptionKind, optionBounds, optionKinds } from '#domain/delivery-options.ts'
import type { OptionRow } from '#features/delivery/options.ts'
import { CheckField, Field, SelectField } from '#ui/kit/field.tsx'
import type { ActionToast } from '#web/admin/action-toast.ts'
import { AdminForm } from '#web/admin/admin-form.tsx'
import { hourText } from '#web/admin/delivery/option-text.ts'
import { SnapshotFields } from '#web/admin/snapshot-fields.tsx'

interface OptionFormProps {
  /** Null for a new one. */
  row: OptionRow | null
  formKey?: string
  onDone: (toast: ActionToast) => void
  beside?: ReactNode
}

/** Everything about an option; which fields are in sight depends on its kind (delivery.css). */
export function OptionForm({ row, formKey, ...form }: OptionFormProps) {
  return (
    <div className="option-editor">
      <AdminForm intent={row ? 'save' : 'create'} submit={row ? 'Save changes' : 'Create option'} busy="Saving..." {...form}>
        {({ typed, errorOf, refusal }) => {
          const fieldOf = (name: keyof OptionRow) => ({
            name,
            autoComplete: 'off',
            defaultValue: typed[name] ?? String((name === 'cut_off' ? hourText(row?.cut_off ?? 14 * 60) : row?.[name]) ?? ''),
            error: errorOf(name),
          })
          const numberOf = (name: keyof OptionRow) => ({ ...fieldOf(name), inputMode: 'numeric' as const, maxLength: 12 })
          return (
            <>
              <SnapshotFields snapshot={row && JSON.stringify(row)} formKey={formKey} typed={typed} refusal={refusal} />
              <SelectField name="kind" label="How orders get there" defaultValue={typed.kind ?? row?.kind ?? 'door'} error={errorOf('kind')}>
                {(Object.keys(optionKinds) as OptionKind[]).map((kind) => (
                  <option key={kind} value={kind}>
                    {optionKinds[kind].label}
                  </option>
                ))}
              </SelectField>
              <Field {...fieldOf('name')} label="Name, as shoppers read it" placeholder="Rider" required maxLength={80} />
              <div className="option-courier">
                <Field {...fieldOf('courier')} label="Courier" placeholder="Easy Coach" maxLength={80} />
              </div>
              <div className="option-point">
                <Field {...fieldOf('address')} label="Where it is" maxLength={200} />
                <Field {...fieldOf('hours')} label="When it is open" placeholder="Mon to Sat, 9 to 6" maxLength={100} />
                <Field {...fieldOf('map_url')} label="Link to a map" optional inputMode="url" placeholder="https://" maxLength={500} />
              </div>
              <div className="option-row">
                <Field {...numberOf('fee')} label="Fee in KSh" hint={`0 is free, at most ${optionBounds.fee.toLocaleString('en-KE')}.`} required />
                <Field {...numberOf('free_from')} label="Free from, in KSh" hint="Of goods, after discounts." optional />
              </div>
              <div className="option-row">
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
