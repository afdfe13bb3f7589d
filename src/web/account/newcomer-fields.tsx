import type { ComponentProps } from 'react'
import { Field } from '#ui/kit/field.tsx'
import { PasswordField } from '#web/forms/password-fields.tsx'

/** `field` binds a name to the form. */
type Bound = { field: (name: string) => Omit<ComponentProps<typeof Field>, 'label'> }

/** Who makes an account. */
export function NewcomerFields({ field }: Bound) {
  return (
    <>
      <Field {...field('full_name')} label="Full Name" autoComplete="name" autoCapitalize="words" />
      <Field {...field('phone')} label="Phone Number" type="tel" autoComplete="tel" placeholder="+254700000000" />
    </>
  )
}

/** The password of their account, written once. */
export function FirstPasswordField({ field }: Bound) {
  const hint = 'At least 8 characters, one of them a special character.'
  return <PasswordField {...field('password')} label="Password" autoComplete="new-password" hint={hint} />
}
