import type { ComponentProps } from 'react'
import { Field } from '#ui/kit/field.tsx'
import type { FormState } from '#web/forms/intent-form.tsx'

type ReceiptFieldProps = FormState & Pick<ComponentProps<typeof Field>, 'label' | 'hint'> & { first?: string | undefined }

/** A box for a receipt of M-Pesa. */
export function ReceiptField({ errorOf, typed, first, label, hint }: ReceiptFieldProps) {
  return (
    <Field
      label={label}
      name="receipt"
      hint={hint}
      placeholder="QKJ4XT81ZP"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      defaultValue={typed.receipt ?? first}
      error={errorOf('receipt')}
    />
  )
}
