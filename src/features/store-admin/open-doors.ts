import { sql } from 'drizzle-orm'
import { missingForOpening, missingWords, type OpeningStep, openingStepNames } from '#domain/opening.ts'
import { Problem } from '#domain/problem.ts'
import { type Context, requirePermission } from '#features/context.ts'
import { initialSettings } from '#features/shop-settings/setting-fields.ts'
import { getBackupStatus } from '#features/upkeep/backup-status.ts'
import { writeAudit } from '#features/write-audit.ts'

export interface Opening {
  isOpen: boolean
  steps: { name: OpeningStep; done: boolean }[]
}

/** What a shop that is getting ready has done and lacks. Problems: signed_out, forbidden. */
export async function getOpening(ctx: Context): Promise<Opening> {
  requirePermission(ctx, 'manage_settings')
  const done = await findDone(ctx)
  return { isOpen: ctx.services.opening.isOpen, steps: openingStepNames.map((name) => ({ name, done: done[name] })) }
}

/** Somebody of the shop has read its texts. Problems: signed_out, forbidden. */
export async function confirmTexts(ctx: Context): Promise<void> {
  const { userId } = requirePermission(ctx, 'manage_settings')
  await ctx.db.execute(sql`update shop_opening set texts_read_at = ${ctx.now}, texts_read_by = ${userId}::uuid where texts_read_at is null`)
}

/**
 * Opens the doors to everybody, once. `anyway` does without what is only advised. Problems: signed_out, forbidden, not_ready.
 */
export async function openDoors(ctx: Context, { anyway = false }: { anyway?: boolean } = {}): Promise<void> {
  const { userId } = requirePermission(ctx, 'manage_keys')
  const missing = missingForOpening(await findDone(ctx), anyway)
  if (missing.length > 0) throw new Problem('not_ready', { detail: missingWords(missing), facts: { missing } })
  await ctx.db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(sql`
      update shop_opening set opened_at = ${ctx.now}, opened_by = ${userId}::uuid where opened_at is null`)
    if (rowCount === 1) await writeAudit(tx, ctx, { action: 'shop opened', table: 'shop_opening', id: 'shop', after: { anyway } })
  })
  // The page that follows this press shows an open shop.
  await ctx.services.reloadSettings()
}

/** Opens the doors of a shop whose environment has its M-Pesa and its mail server: whoever wrote those has opened it. */
export async function openByEnvironment({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await db.execute(sql`update shop_opening set opened_at = ${now} where opened_at is null`)
}

/** Reads what the shop itself can know of each step. */
async function findDone(ctx: Context): Promise<Record<OpeningStep, boolean>> {
  const { values, variables } = ctx.services.settings
  const { hasMail, hasPayments } = ctx.services.opening
  const { backup } = await getBackupStatus(ctx)
  const { from, addresses } = ctx.services.accounts
  const { rows } = await ctx.db.execute<
    Record<'takes_money' | 'product' | 'delivery' | 'second_factor' | 'texts' | 'alerts' | 'test_order', boolean>
  >(sql`
    select
      -- An account of the sandbox is paid by nobody.
      ${from === 'environment' || addresses.baseUrl !== null}::boolean
        or exists (select from mpesa_accounts where in_force_at is not null and replaced_at is null and host = 'live') as takes_money,
      exists (select from shelf where is_available and stock > 0 and image_url is not null) as product,
      exists (select from delivery_ways where is_on) as delivery,
      exists (select from auth.users where id = ${ctx.actor.userId}::uuid and two_factor_enabled) as second_factor,
      exists (select from shop_opening where texts_read_at is not null) as texts,
      exists (select from push_devices where user_id = ${ctx.actor.userId}::uuid) as alerts,
      exists (select from refunds where state = 'done' and reason <> 'account_test') as test_order`)
  const [found] = rows as [(typeof rows)[number]]
  return {
    ...found,
    contacts: (['phone', 'whatsapp', 'email'] as const).every((name) => values[name] !== initialSettings[name] || variables[name] !== undefined),
    mail: hasMail,
    mpesa: hasPayments && !ctx.services.accounts.isUnreadable && found.takes_money,
    sms: ctx.services.sms !== null,
    backup: backup !== null,
  }
}
