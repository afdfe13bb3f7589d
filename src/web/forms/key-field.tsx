import { useState } from 'react'

interface KeyFieldProps {
  formKey: string | undefined
  typed: Record<string, string>
}

/** The idempotency key of a form (features/idempotent-create.ts). It keeps the first key, also when the page is revalidated before the answer arrives. */
export function KeyField({ formKey, typed }: KeyFieldProps) {
  const [first] = useState(formKey)
  return <input type="hidden" name="key" value={typed.key ?? first} />
}
