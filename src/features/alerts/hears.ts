import { type SQL, sql } from 'drizzle-orm'
import { alertHearers } from '#domain/alert.ts'
import { needsSecondFactor, type StaffRole, staffRoles } from '#domain/roles.ts'
import { type Actor, type Context, requirePermission, requireUser } from '#features/context.ts'

/** Somebody who works in the shop. Problems: signed_out, forbidden, second_factor_needed. */
export function requireStaff(ctx: Context): Actor & { userId: string } {
  requirePermission(ctx, 'hear_alerts')
  return requireUser(ctx)
}

/** SQL: the role of the profile `p` may hear of such an alert at this moment; one that has to be guarded by a second factor counts only with it, as everywhere. */
export function mayHear({ services }: Pick<Context, 'services'>, kind: SQL): SQL {
  return sql`(p.deleted_at is null and ${kind} || ' ' || p.role = any(${sql.param(alertHearers)}::text[]) and (not ${services.asksSecondFactor}::boolean
    or p.role <> all(${sql.param(guardedRoles)}::text[]) or exists (select from auth.users g where g.id = p.id and g.two_factor_enabled)))`
}

const guardedRoles = (Object.keys(staffRoles) as StaffRole[]).filter(needsSecondFactor)
