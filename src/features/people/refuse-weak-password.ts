import { passwordRefusal } from '#domain/password.ts'
import { Problem } from '#domain/problem.ts'

/** Problem `weak_password`, with what to do about it beside the field. */
export function refuseWeakPassword(password: string): void {
  const refusal = passwordRefusal(password)
  if (refusal) throw new Problem('weak_password', { fields: { password: refusal } })
}
