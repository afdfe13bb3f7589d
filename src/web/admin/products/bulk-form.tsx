import { Form, useLocation } from 'react-router'
import { type BulkKind, bulkRules } from '#domain/product-changes.ts'
import { Button } from '#ui/kit/button.tsx'
import { CheckField, Field, SelectField } from '#ui/kit/field.tsx'

const kinds = Object.entries(bulkRules) as [BulkKind, (typeof bulkRules)[BulkKind]][]

/** Chooses a bulk change: a GET form, so that its preview has an address. CSS shows the field of the chosen kind. */
export function BulkForm({ kind, value, raise, error }: { kind: BulkKind | null; value: string; raise: boolean; error: string | null }) {
  const { pathname, search } = useLocation()
  const chosen = kind ?? 'percent'
  const otherParams = [...new URLSearchParams(search)].filter(([name]) => name !== 'kind' && name !== 'raise' && !Object.hasOwn(bulkRules, name))
  return (
    <Form method="get" action={pathname} className="form bulk-form" preventScrollReset>
      {otherParams.map(([name, text]) => (
        <input key={`${name} ${text}`} type="hidden" name={name} value={text} />
      ))}
      <fieldset className="kinds">
        <legend className="field-label">What to change</legend>
        {kinds.map(([name, { label }]) => (
          <label key={name}>
            <input type="radio" name="kind" value={name} defaultChecked={name === chosen} /> {label}
          </label>
        ))}
      </fieldset>
      {kinds.map(([name, rule]) => (
        <div key={name} className={`kind kind-${name}`}>
          <ValueField kind={name} value={name === kind ? value : ''} label={rule.value} hint={rule.hint} error={name === kind ? error : null} />
          {name === 'discount' && (
            <CheckField name="raise" defaultChecked={raise}>
              Also where a product then costs more than now
            </CheckField>
          )}
        </div>
      ))}
      <Button type="submit">Show what changes</Button>
    </Form>
  )
}

function ValueField({ kind, value, ...words }: { kind: BulkKind; value: string; label: string; hint: string; error: string | null }) {
  if (kind !== 'availability') return <Field {...words} name={kind} defaultValue={value} autoComplete="off" maxLength={20} />
  return (
    <SelectField {...words} name={kind} defaultValue={value || 'on'}>
      <option value="on">On the shelf</option>
      <option value="off">Off the shelf</option>
    </SelectField>
  )
}
