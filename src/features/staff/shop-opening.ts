import { type SQL, sql } from 'drizzle-orm'
import { type Context, requirePermission } from '#core/context.ts'
import { writeAudit } from '#core/write-audit.ts'
import { feeText } from '#domain/delivery-options.ts'
import { checksIn } from '#domain/help-sections.ts'
import { type lookedAt, missingForOpening, missingWords, type OpeningStep, openingStepNames } from '#domain/opening-checklist.ts'
import { Problem } from '#domain/problem.ts'
import { listHelpRows } from '#features/content/help-texts.ts'
import { contacts, isAsBorn } from '#features/settings/shop-settings.ts'
import { getBackupStatus } from '#features/upkeep/backup-status.ts'

export interface Opening {
  isOpen: boolean
  /** `open`: what there is to look at before it is done. */
  steps: { name: OpeningStep; done: boolean; open: string[] }[]
}

/** What a shop that is getting ready has done and lacks. */
export async function getOpening(ctx: Context): Promise<Opening> {
  requirePermission(ctx, 'manage_settings')
  const [done, open] = [await findDone(ctx), await findOpen(ctx)]
  const stepOf = (name: OpeningStep) => ({ name, done: done[name], open: name in open ? open[name as keyof typeof open] : [] })
  return { isOpen: ctx.services.opening.isOpen, steps: openingStepNames.map(stepOf) }
}

/** Somebody of the shop has looked at what a step lists. */
export async function confirmLook(ctx: Context, step: keyof typeof lookedAt): Promise<void> {
  const { userId } = requirePermission(ctx, 'manage_settings')
  const [at, by] = { texts: [sql`texts_read_at`, sql`texts_read_by`], delivery: [sql`delivery_seen_at`, sql`delivery_seen_by`] }[step] as [SQL, SQL]
  await ctx.db.execute(sql`update shop_opening set ${at} = ${ctx.now}, ${by} = ${userId}::uuid where ${at} is null`)
}

/** Opens the shop to everybody, once. `anyway` does without what is only advised. */
export async function openToEverybody(ctx: Context, { anyway = false }: { anyway?: boolean } = {}): Promise<void> {
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

/** Opens a shop whose environment has its M-Pesa and its mail server: the person who wrote those has opened it. */
export async function openByEnvironment({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await db.execute(sql`update shop_opening set opened_at = ${now} where opened_at is null`)
}

/** Reads what the shop itself can know of each step. */
async function findDone(ctx: Context): Promise<Record<OpeningStep, boolean>> {
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
      exists (select from delivery_options where is_on) and exists (select from shop_opening where delivery_seen_at is not null) as delivery,
      exists (select from auth.users where id = ${ctx.actor.userId}::uuid and two_factor_enabled) as second_factor,
      exists (select from shop_opening where texts_read_at is not null) as texts,
      exists (select from push_devices where user_id = ${ctx.actor.userId}::uuid) as alerts,
      exists (select from refunds where state = 'done' and reason <> 'account_test') as test_order`)
  const [found] = rows as [(typeof rows)[number]]
  return {
    ...found,
    contacts: contacts.every((name) => !isAsBorn(ctx.services.settings, name)),
    mail: hasMail,
    mpesa: hasPayments && !ctx.services.accounts.isUnreadable && found.takes_money,
    sms: ctx.services.sms !== null,
    backup: backup !== null,
  }
}

/** What the owner looks at: the notes in the texts, and what buyers pay for delivery. */
async function findOpen(ctx: Context): Promise<Record<keyof typeof lookedAt, string[]>> {
  const sections = await listHelpRows(ctx)
  const { rows: options } = await ctx.db.execute<{ zone: string; name: string; fee: string; days_from: number; days_to: number }>(sql`
    select z.name as zone, w.name, w.fee::text, w.days_from, w.days_to from delivery_options w join delivery_zones z on z.id = w.zone_id where w.is_on order by z.position, w.fee, w.name`)
  return {
    texts: [
      ...sections.flatMap(({ title, body }) => checksIn(body).map((check) => `${title}: ${check}`)),
      ...(ctx.services.settings.values.exchange_days === null ? ['Days to exchange: no exchange is promised until you enter them in Settings'] : []),
    ],
    delivery: options.map(({ zone, name, fee, days_from, days_to }) => `${zone}: ${name}, ${feeText(Number(fee))}, ${days_from} to ${days_to} days`),
  }
}
