import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '#core/context.ts'

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
