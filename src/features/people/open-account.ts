import { isAPIError } from 'better-auth/api'
import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'

/** Makes an account and, by a trigger, its profile. Answers its id, or null when the address has one already; both hash the password. */
export async function openAccount(
  ctx: Pick<Context, 'db' | 'services'>,
  { email, password, full_name, phone }: { email: string; password: string; full_name: string; phone: string },
): Promise<string | null> {
  const answer = await ctx.services.auth.api.signUpEmail({ body: { email, password, name: full_name, phone } }).catch((error) => {
    // Another request took the address between looking and writing.
    if (isAPIError(error) && error.body?.code === 'FAILED_TO_CREATE_USER') return null
    throw error
  })
  // For a known address better-auth answers an id that no account has.
  const { rows } = await ctx.db.execute<{ id: string }>(sql`select id from auth.users where email = ${email}`)
  const id = rows[0]?.id
  if (!answer && !id) throw new Error('an account could not be made')
  return answer && id === answer.user.id ? id : null
}
