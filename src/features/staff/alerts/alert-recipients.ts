import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { alertHearers, usualChoices } from '#domain/alert.ts'
import { needsSecondFactor, type StaffRole, staffRoles } from '#domain/roles.ts'

/** SQL: the role of the profile `p` may hear of such an alert at this moment; one that has to be guarded by a second factor counts only with it. */
export function mayHear({ services }: Pick<Context, 'services'>, kind: SQL): SQL {
  return sql`(p.deleted_at is null and ${kind} || ' ' || p.role = any(${sql.param(alertHearers)}::text[]) and (not ${services.asksSecondFactor}::boolean
    or p.role <> all(${sql.param(guardedRoles)}::text[]) or exists (select from auth.users g where g.id = p.id and g.two_factor_enabled)))`
}

/** SQL: the ways in which the profile `p` with the settings `s` is notified of such an alert, as `way` (name, device_id): of those that work, what the person has chosen. */
export function waysToHear({ services }: Pick<Context, 'services'>, kind: SQL): SQL {
  const usual = (hasDevice: boolean) => sql`${sql.param(usualChoices({ hasDevice }))}::text[]`
  return sql`lateral (
    select name, device_id from (
      select 'push', d.id from push_devices d where d.user_id = p.id
      union all select 'sms', null where p.phone is not null and ${services.sms !== null}::boolean
      union all select 'email', null where exists (select from auth.users u where u.id = p.id)
    ) as working (name, device_id)
    where ${kind} || ' ' || name = any(coalesce(s.chosen,
      case when exists (select from push_devices d where d.user_id = p.id) then ${usual(true)} else ${usual(false)} end))
  ) way`
}

const guardedRoles = (Object.keys(staffRoles) as StaffRole[]).filter(needsSecondFactor)
