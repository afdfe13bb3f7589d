import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { parseInput } from '#core/input.ts'
import {
  type AlertChoice,
  type AlertKind,
  alertKindsOf,
  allChoices,
  type QuietHours,
  readMinute,
  usualChoices,
  usualQuietHours,
} from '#domain/alert.ts'
import { requireStaff } from '#features/people/require-identity.ts'

/** What the caller is notified of and how, and where it goes. */
export interface AlertSettings {
  /** What the caller's role may hear of. */
  kinds: AlertKind[]
  chosen: AlertChoice[]
  /** Null where nothing is ever quiet. */
  quiet: QuietHours | null
  /** Null where the profile has none, or the shop sends no SMS. */
  phone: string | null
  email: string | null
  /** Whether the shop sends any SMS. */
  hasSms: boolean
}

export async function getAlertSettings(ctx: Context): Promise<AlertSettings> {
  const { userId, role } = requireStaff(ctx)
  const { rows } = await ctx.db.execute<{
    chosen: AlertChoice[] | null
    has_device: boolean
    has_settings: boolean
    quiet_from: number | null
    quiet_until: number | null
    phone: string | null
    email: string | null
  }>(sql`
    select s.chosen, exists (select from push_devices d where d.user_id = p.id) as has_device, s.user_id is not null as has_settings,
      s.quiet_from, s.quiet_until, p.phone, u.email
    from profiles p left join auth.users u on u.id = p.id left join alert_settings s on s.user_id = p.id where p.id = ${userId}`)
  const { chosen = null, has_device = false, has_settings = false, quiet_from = null, quiet_until = null, phone = null, email = null } = rows[0] ?? {}
  const quiet = quiet_from === null || quiet_until === null ? null : { from: quiet_from, until: quiet_until }
  const hasSms = ctx.services.sms !== null
  return {
    kinds: alertKindsOf({ role }),
    chosen: chosen ?? usualChoices({ hasDevice: has_device }),
    quiet: has_settings ? quiet : usualQuietHours,
    phone: hasSms ? phone : null,
    email,
    hasSms,
  }
}

const minute = z.string('Enter a time, such as 22:00.').transform((text, issues) => {
  const read = readMinute(text)
  if (read === null) issues.addIssue({ code: 'custom', message: 'Enter a time, such as 22:00.' })
  return read ?? z.NEVER
})
const choicesInput = z.array(z.enum(allChoices), 'Choose from the table.').transform((all) => [...new Set(all)])
/** Both hours, or none for an alarm at any hour. */
const quietInput = z
  .object({ quiet_from: minute, quiet_until: minute })
  .refine(({ quiet_from, quiet_until }) => quiet_from !== quiet_until, {
    path: ['quiet_until'],
    message: 'Enter another time than the first: from one to the same would be the whole day.',
  })
  .nullable()

/** Saves what the caller is notified of, and how: `paid push`. */
export async function saveAlertChoices(ctx: Context, sent: unknown): Promise<void> {
  await save(ctx, { chosen: parseInput(choicesInput, sent) })
}

/** Saves the caller's quiet hours; null for none. */
export async function saveQuietHours(ctx: Context, sent: unknown): Promise<void> {
  requireStaff(ctx)
  const hours = parseInput(quietInput, sent)
  await save(ctx, { quiet: hours && { from: hours.quiet_from, until: hours.quiet_until } })
}

/** What is not given stays as it is. */
async function save(ctx: Context, given: { chosen?: AlertChoice[]; quiet?: QuietHours | null }): Promise<void> {
  const { userId } = requireStaff(ctx)
  const first = { chosen: null, quiet: usualQuietHours, ...given }
  await ctx.db.execute(sql`
    insert into alert_settings (user_id, chosen, quiet_from, quiet_until)
    values (${userId}, ${sql.param(first.chosen)}::text[], ${first.quiet?.from ?? null}, ${first.quiet?.until ?? null})
    on conflict (user_id) do update set ${given.chosen ? sql`chosen = excluded.chosen` : sql`quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until`}`)
}
