import { sql } from 'drizzle-orm'
import type { Context } from '#features/context.ts'

/**
 * Keeps what an account that is being deleted owes, or may owe later: a payout can still be clawed back, from this account or from one whose debt it took over.
 * Only keyed hashes remain to recognise the person: of the e-mail, of the numbers that were paid, and of the phone unless another account has it (decisions, An
 * account that owes). Call it before those are erased, in the same transaction, with the profile locked.
 */
export async function keepDebt({ db, now, services }: Context, userId: string): Promise<void> {
  const { rows } = await db.execute<{ known: string[] }>(sql`
    with debt as (
      insert into affiliate_debts (profile_id, made_at)
      select affiliate_id, ${now} from wallets where affiliate_id = ${userId}
        and (paid > 0 or available < 0 or exists (select from affiliate_debts where attached_to = affiliate_id)) returning profile_id
    )
    select array(select email from auth.users where id = profile_id
      union select mpesa_phone_number from affiliate_payouts where affiliate_id = profile_id and status = 'completed' and mpesa_phone_number is not null
      -- The number of a profile is not verified: it must not attach the debt to another person.
      union select phone from profiles p where id = profile_id and phone is not null
        and not exists (select from profiles o where o.phone = p.phone and o.id <> p.id and o.deleted_at is null)
        and not exists (select from affiliate_payouts a join profiles o on o.id = a.affiliate_id
          where a.mpesa_phone_number = p.phone and o.id <> p.id and o.deleted_at is null)) as known from debt`)
  const hashes = (rows[0]?.known ?? []).map(services.secrets.debtHash)
  await db.execute(sql`
    insert into affiliate_debt_hashes (profile_id, hash) select ${userId}, hash from unnest(${`{${hashes.join(',')}}`}::text[]) as hash`)
}
