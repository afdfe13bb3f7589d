import type { ComponentProps } from 'react'
import { Field } from '#ui/kit/field.tsx'
import type { FormState } from '#web/forms/intent-form.tsx'

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
