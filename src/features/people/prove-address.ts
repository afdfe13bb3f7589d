import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'

declare module '#core/context.ts' {
  interface Effects {
    /** Somebody proved the e-mail of their account; `isFirst` where it was not proved before. */
    addressProved(ctx: Context, userId: string, how: { isFirst: boolean }): Promise<void>
  }
}

/** Marks an account's e-mail as proved, after a letter to it was read. Answers whether there is such an account. */
export async function proveAddress(ctx: Context, userId: string): Promise<boolean> {
  const { rows } = await ctx.db.execute<{ was: boolean }>(sql`
    with before as (select id, email_verified from auth.users where id = ${userId} for update)
    update auth.users u set email_verified = true, updated_at = ${ctx.now} from before where u.id = before.id returning before.email_verified as was`)
  const [before] = rows
  if (!before) return false
  await ctx.services.effects.addressProved(ctx, userId, { isFirst: !before.was })
  return true
}
