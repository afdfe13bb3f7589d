import { sql } from 'drizzle-orm'
import { type Actor, type Context, requireAdmin, requireUser } from '#features/context.ts'

/** Somebody who works in the shop. Problems: signed_out, forbidden. */
export function requireStaff(ctx: Context): Actor & { userId: string } {
  requireAdmin(ctx)
  return requireUser(ctx)
}

/** SQL: the profile `p` works in the shop. */
export const worksHere = sql`(p.is_admin and p.deleted_at is null)`
