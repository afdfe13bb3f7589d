import { newPasswordRefusal } from '#domain/password.ts'
import { type PersonField, personRefusal } from '#domain/person.ts'

/** What signing up asks of everybody, in the order of its form. */
export const signUpFields = ['full_name', 'phone', 'email', 'password', 'confirmation'] as const

/** Every field that is missing or wrong, and what to do about it; null when the form may be sent. Only of the password is there a title to say (spec §5). */
export function signUpRefusal(values: Record<string, string>): { title?: string; message?: string; fields: Record<string, string> } | null {
  const persons = signUpFields.slice(0, 3) as PersonField[]
  const fields = Object.fromEntries(
    persons.flatMap((name) => {
      const refusal = personRefusal(name, values[name] ?? '')
      return refusal ? [[name, refusal]] : []
    }),
  )
  const password = newPasswordRefusal(values.password ?? '', values.confirmation ?? '')
  return Object.keys(fields).length > 0 ? { fields: { ...fields, ...password?.fields } } : password
}
