import { newPasswordRefusal } from '#domain/password.ts'
import { type PersonField, personRefusal } from '#domain/person.ts'

/** The required fields of the sign-up form, in its order. */
export const signUpFields = ['full_name', 'phone', 'email', 'password', 'confirmation'] as const

/** Error messages by field, or null. Title and message are set for password errors only (spec §5). */
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
