import { type ComponentProps, useState } from 'react'
import { IconButton } from '#ui/kit/button.tsx'
import { Field } from '#ui/kit/field.tsx'

/** A password field with a button that shows the password. */
export function PasswordField({ label, ...field }: Omit<ComponentProps<typeof Field>, 'type' | 'inside' | 'label'> & { label: string }) {
  const [shown, setShown] = useState(false)
  return (
    <Field
      {...field}
      label={label}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      inside={
        <IconButton
          icon={shown ? 'eye-shut' : 'eye'}
          label={`Show ${label.toLowerCase()}`}
          aria-pressed={shown}
          className="show-password"
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}
