import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Actor, type Context, requirePermission, requireUser } from '#core/context.ts'
import { emptyable } from '#core/input.ts'
import { codeInput, passwordInput } from '#core/person-input.ts'
import { Problem } from '#domain/problem.ts'
import { headersFor } from '#features/people/call-auth.ts'
import { requireCode } from '#features/people/require-code.ts'
import { type CheckedPassword, requirePassword } from '#features/people/require-password.ts'

const codeHint = 'Enter a code of your app, or one from paper.'

/** What a person sends to prove that the session is theirs. */
export const proofFields = {
  password: emptyable(passwordInput).meta({ description: 'Yours' }),
  code: emptyable(codeInput).meta({ description: 'Of your app or from paper, where your account has a second factor' }),
}
export const proofInput = z.object(proofFields)
export type Proof = z.output<typeof proofInput>
/** How a call refuses a person who has to prove it, besides bad_input. */
export const proofRefusals = ['session_missing', 'wrong_password', 'wrong_code', 'too_many'] as const

/** Checks the password, and the code where the account has a second factor. The following work begins its transaction with `lockPassword`. */
export async function requireIdentity(ctx: Context, { password, code }: Proof): Promise<CheckedPassword> {
  const asked = await proofAsked(ctx)
  const missing = { ...(!password && { password: asked.password }), ...(asked.code && !code && { code: asked.code }) }
  if (Object.keys(missing).length > 0) throw new Problem('bad_input', { fields: missing })
  const checked = await requirePassword(ctx, password as string)
  if (asked.code) await requireCode(ctx, checked.userId, code as string, await headersFor(ctx, { userAgent: null }, { session: true }))
  return checked
}

/** Field -> the proof to write there. */
export async function proofAsked(ctx: Context): Promise<{ password: string; code?: string }> {
  return { password: 'Enter your password.', ...((await hasSecondFactor(ctx)) && { code: codeHint }) }
}

/** Whether signing in to the account of this session needs a code. */
export async function hasSecondFactor({ db, actor }: Pick<Context, 'db' | 'actor'>): Promise<boolean> {
  const { rowCount } = await db.execute(sql`select from auth.users where id = ${actor.userId} and two_factor_enabled`)
  return rowCount === 1
}

/** Somebody who works in the shop. */
export function requireStaff(ctx: Context): Actor & { userId: string } {
  requirePermission(ctx, 'hear_alerts')
  return requireUser(ctx)
}
