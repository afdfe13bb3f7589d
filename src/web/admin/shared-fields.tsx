import type { ComponentProps } from 'react'
import { titleOf } from '#domain/catalogue.ts'
import type { CategoryRow } from '#features/catalogue/categories.ts'
import { Field, TextField } from '#ui/kit/field.tsx'
import type { FormState } from '#web/forms/intent-form.tsx'
import { useMenu } from '#web/shop-facts.ts'

interface TickProps {
  name: string
  label: string
  hint?: string
  isSwitch?: boolean
  first: boolean
  typed: FormState['typed']
}

/** A box to tick; its field is `on` or missing. */
export function Tick({ name, label, hint, isSwitch, first, typed }: TickProps) {
  return (
    <label className="flag">
      <input type="checkbox" name={name} defaultChecked={'intent' in typed ? typed[name] === 'on' : first} role={isSwitch ? 'switch' : undefined} />
      <span>
        {label}
        {hint && <small>{hint}</small>}
      </span>
    </label>
  )
}

/** The options of a select: values with their texts, or a table whose entries are texts or have a label. */
export function Options({ of }: { of: [value: string, text: string][] | Record<string, string | { label: string }> }) {
  const options = Array.isArray(of) ? of : Object.entries(of).map(([value, text]) => [value, typeof text === 'string' ? text : text.label])
  return options.map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ))
}

interface ReasonFieldProps extends Pick<FormState, 'field'> {
  hint?: string
  optional?: boolean
}

/** A field for the reason of a refusal or pause; optional by default. */
export function ReasonField({ field, hint = 'The affiliate reads it.', optional = true }: ReasonFieldProps) {
  return <TextField {...field('reason')} label="Reason" hint={hint} rows={2} maxLength={500} optional={optional} />
}

type ReceiptFieldProps = Pick<FormState, 'field'> & Pick<ComponentProps<typeof Field>, 'label' | 'hint'> & { first?: string | undefined }

/** A box for a receipt of M-Pesa. */
export function ReceiptField({ field, first, label, hint }: ReceiptFieldProps) {
  return (
    <Field
      {...field('receipt', first)}
      label={label}
      hint={hint}
      placeholder="QKJ4XT81ZP"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
    />
  )
}

/** All categories, children under their parent. `by` says what an option stands for. */
export function CategoryOptions({ categories, by }: { categories: CategoryRow[]; by: 'id' | 'slug' }) {
  const menu = useMenu()
  return categories
    .filter(({ parent_id }) => parent_id === null)
    .map((parent) => {
      const children = categories.filter(({ parent_id }) => parent_id === parent.id)
      if (children.length === 0)
        return (
          <option key={parent.id} value={parent[by]}>
            {withState(parent)}
          </option>
        )
      return (
        <optgroup key={parent.id} label={parent.name}>
          <option value={parent[by]}>{by === 'slug' ? `All ${parent.name}` : withState(parent)}</option>
          {children.map((child) => (
            <option key={child.id} value={child[by]}>
              {withState(child, titleOf(menu, child))}
            </option>
          ))}
        </optgroup>
      )
    })
}

function withState({ name, is_hidden }: CategoryRow, title = name): string {
  return is_hidden ? `${title} (hidden)` : title
}
