import { sql } from 'drizzle-orm'
import { Problem } from '#domain/problem.ts'
import { type Context, requireSession } from '#features/context.ts'
import { forgetTurns, takeTurn } from '#features/limits/take-turn.ts'
import { verifyPassword } from '#features/people/hash-password.ts'

/** Before what cannot be undone: whoever holds the session has to know the password too. Problems: session_missing, wrong_password, too_many. */
export async function requirePassword(ctx: Context, password: string, field = 'password'): Promise<{ userId: string; sessionId: string }> {
  const { userId, sessionId } = requireSession(ctx)
  await requirePasswordOf(ctx, userId, password, field)
  return { userId, sessionId }
}

/** The same for somebody whom something else than a session names. Problems: wrong_password, too_many. */
export async function requirePasswordOf(ctx: Context, userId: string, password: string, field = 'password'): Promise<void> {
  await takeTurn(ctx, 'password_account', userId)
  const { rows } = await ctx.db.execute<{ password: string | null }>(sql`
    select password from auth.accounts where user_id = ${userId} and provider_id = 'credential'`)
  const isRight = await verifyPassword({ hash: rows[0]?.password ?? '', password })
  if (!isRight) throw new Problem('wrong_password', { fields: { [field]: 'This is not the password of your account.' } })
  await forgetTurns(ctx, 'password_account', userId)
}
