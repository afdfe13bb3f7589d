import { and, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '#core/context.ts'
import type { Database } from '#db/client.ts'
import { profiles } from '#db/schema.ts'
import { type Cents, fromShillings } from '#domain/money.ts'
import { normaliseCode } from '#domain/referral.ts'

export const affiliateLookup = z.object({ id: z.uuid(), affiliate_code: z.string() })

/** The affiliate with this code: id and code only, because the rest of a profile is private (decisions, People). Null for unknown and paused codes. */
export async function findAffiliate(ctx: Context, code: string): Promise<z.infer<typeof affiliateLookup> | null> {
  const wanted = normaliseCode(code)
  if (wanted === null) return null
  const [found] = await ctx.db
    .select({ id: profiles.id })
    .from(profiles)
    .where(and(eq(profiles.affiliate_code, wanted), eq(profiles.is_affiliate, true), isNull(profiles.affiliate_paused_at)))
  return found ? { id: found.id, affiliate_code: wanted } : null
}

/** An affiliate who has an e-mail or a number of a deleted account, by which alone no debt is attached. */
export const alikeAffiliate = z.object({
  id: z.uuid(),
  full_name: z.string(),
  affiliate_code: z.string().nullable(),
  known_by: z.enum(['e-mail', 'number']),
})
export type AlikeAffiliate = z.infer<typeof alikeAffiliate>

/** The affiliates of today who are like each of these deleted accounts. Compared here, hash by hash: the database does not have the key. */
export async function alikeAffiliates({ db, services }: Context, debts: string[]): Promise<Map<string, AlikeAffiliate[]>> {
  const { rows: hashes } = await db.execute<{ hash: string; profile_id: string }>(sql`
    select hash, profile_id from affiliate_debt_hashes where profile_id = any(${`{${debts.join(',')}}`}::uuid[])`)
  const alike = new Map<string, AlikeAffiliate[]>()
  if (hashes.length === 0) return alike
  const { rows } = await db.execute<AlikeAffiliate & { text: string }>(sql`
    select p.id, p.full_name, p.affiliate_code, k.known_by, k.text from profiles p cross join lateral (
      select 'e-mail' as known_by, email as text from auth.users where id = p.id
      union all select 'number', phone from affiliate_phones where affiliate_id = p.id) k
    where p.is_affiliate and p.deleted_at is null order by p.created_at desc, p.id desc, k.known_by`)
  const debtsOf = Map.groupBy(hashes, ({ hash }) => hash)
  const keys = [services.secrets, services.secrets.previous].filter((key) => key !== null)
  for (const { text, ...affiliate } of rows) {
    for (const { profile_id } of keys.flatMap((key) => debtsOf.get(key.debtHash(text)) ?? [])) {
      const found = alike.get(profile_id) ?? []
      // Of one affiliate the e-mail says enough.
      if (!found.some(({ id }) => id === affiliate.id)) alike.set(profile_id, [...found, affiliate])
    }
  }
  return alike
}

export interface LockedAffiliate {
  id: string
  phone: string | null
  isAffiliate: boolean
  available: Cents
}

/**
 * Locks an affiliate until the transaction ends, and returns the wallet's balance as it is after the wait: every change of a balance takes this lock. Orders
 * are locked before affiliates, affiliates before their commissions and payouts. New orders need not wait.
 */
export async function lockAffiliate(tx: Database, id: string): Promise<LockedAffiliate | null> {
  // A separate statement: the next one then sums up what is there after the wait, not before it.
  await tx.execute(sql`select from profiles where id = ${id} for no key update`)
  const { rows } = await tx.execute<{ id: string; phone: string | null; is_affiliate: boolean; available: string }>(sql`
    select p.id, p.phone, p.is_affiliate, w.available from profiles p join wallets w on w.affiliate_id = p.id where p.id = ${id}`)
  const row = rows[0]
  return row ? { id: row.id, phone: row.phone, isAffiliate: row.is_affiliate, available: fromShillings(row.available) } : null
}
