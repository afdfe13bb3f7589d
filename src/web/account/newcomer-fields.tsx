import type { ComponentProps } from 'react'
import { Field } from '#ui/kit/field.tsx'

/** Who makes an account. `field` binds a name to the form. */
export function NewcomerFields({ field }: { field: (name: string) => Omit<ComponentProps<typeof Field>, 'label'> }) {
  return (
    <>
      <Field {...field('full_name')} label="Full Name" autoComplete="name" autoCapitalize="words" />
      <Field {...field('phone')} label="Phone Number" type="tel" autoComplete="tel" placeholder="+254700000000" />
    </>
  )
}
