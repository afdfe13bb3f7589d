import { useState } from 'react'

interface KeyFieldProps {
  formKey: string | undefined
  typed: Record<string, string>
}

/** The key of what a form makes once (features/idempotent-create.ts): the one it was drawn with, also when the page around it is read anew before the answer is known. */
export function KeyField({ formKey, typed }: KeyFieldProps) {
  const [first] = useState(formKey)
  return <input type="hidden" name="key" value={typed.key ?? first} />
}
