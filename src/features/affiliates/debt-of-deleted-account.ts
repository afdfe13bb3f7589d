import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'

/**
 * Keeps what an account that is being deleted owes, or may owe later: a payout can still be clawed back, from this account or from one whose debt it took over.
 * Only keyed hashes remain to recognise the person: of the e-mail, of the numbers that were paid, and of the phone. Of these only a verified e-mail is proved:
 * by the others an owner decides (decisions, By what a debt is known). Call it before those are erased, in the same transaction, with the profile locked.
 */
export async function keepDebt({ db, now, services }: Context, userId: string): Promise<void> {
  const { rows } = await db.execute<{ known: string; proved: boolean }>(sql`
    with debt as (
      insert into affiliate_debts (profile_id, made_at)
      select affiliate_id, ${now} from wallets where affiliate_id = ${userId}
        and (paid > 0 or available < 0 or exists (select from affiliate_debts where attached_to = affiliate_id)) returning profile_id
    )
    select k.known, k.proved from debt cross join lateral (
      select email as known, email_verified as proved from auth.users where id = profile_id
      union select mpesa_phone_number, false from affiliate_payouts where affiliate_id = profile_id and status = 'completed' and mpesa_phone_number is not null
      union select phone, false from profiles where id = profile_id and phone is not null) k`)
  const hashes = rows.map(({ known, proved }) => ({ hash: services.secrets.debtHash(known), proved }))
  await db.execute(sql`
    insert into affiliate_debt_hashes (profile_id, hash, proved)
    select ${userId}, hash, proved from jsonb_to_recordset(${JSON.stringify(hashes)}::jsonb) as h (hash text, proved boolean)`)
}
