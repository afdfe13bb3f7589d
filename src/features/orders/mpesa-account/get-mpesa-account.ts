import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission } from '#core/context.ts'
import { enumOf, instant } from '#core/row-fields.ts'
import { isoText } from '#core/select-of.ts'
import { mpesaHosts, transactionTypes } from '#domain/mpesa-accounts.ts'
import { mayBeOpen } from '#domain/payment.ts'
import { recognisablePhone } from '#domain/phone.ts'
import { attemptState } from '#features/orders/order-row.ts'
import { accountFaults } from '#services/payments/mpesa/account-faults.ts'

const account = z.object({
  id: z.uuid(),
  transaction_type: enumOf(transactionTypes),
  shortcode: z.string(),
  till: z.string().nullable(),
  host: enumOf(mpesaHosts),
  payout_shortcode: z.string().nullable(),
  initiator_name: z.string().nullable(),
  /** When it was entered; of the one in force, since when it is. */
  since: instant,
  by: z.string().nullable().meta({ description: 'The name of the owner who entered it' }),
})

/** What the panel shows of the M-Pesa accounts: never a key. */
export const mpesaAccount = z.object({
  from: z
    .enum(['environment', 'panel', 'simulator', 'none'])
    .meta({ description: 'Where the account in force comes from; the environment’s cannot be changed here' }),
  is_unreadable: z.boolean().meta({ description: 'Its keys were stored with another APP_SECRET, so no money is taken' }),
  in_force: account.nullable().meta({ description: 'The panel’s' }),
  tried: account
    .extend({
      has_keys: z.boolean(),
      state: attemptState,
      phone: z.string(),
      sentence: z.string(),
      faults: z.record(z.string(), z.string()).meta({ description: 'The parts that are wrong, and what to do about them' }),
    })
    .nullable()
    .meta({ description: 'The last one that was entered and is not in force' }),
  base_url: z.string().nullable().meta({ description: 'The address that the environment sets for all accounts' }),
})
export type MpesaAccountState = z.infer<typeof mpesaAccount>
type Account = z.infer<typeof account>

interface Row extends Record<string, unknown>, Account {
  is_in_force: boolean
  has_keys: boolean
  phone: string | null
  state: z.infer<typeof attemptState>
  result_code: string | null
  result_desc: string | null
}

/** The accounts as an owner sees them. */
export async function getMpesaAccount(ctx: Context): Promise<MpesaAccountState> {
  requirePermission(ctx, 'manage_keys')
  const { accounts } = ctx.services
  const { rows } = await ctx.db.execute<Row>(sql`
    select m.id, m.transaction_type, m.shortcode, m.till, m.host, m.payout_shortcode, m.initiator_name, ${isoText(sql`coalesce(m.in_force_at, m.created_at)`)} as since,
      p.full_name as by, m.in_force_at is not null as is_in_force, m.keys is not null as has_keys, a.phone, coalesce(a.state, 'created') as state, a.result_code, a.result_desc
    from mpesa_accounts m left join profiles p on p.id = m.created_by
      left join lateral (select * from payment_attempts t where t.account_id = m.id and t.source = 'test' order by t.created_at desc limit 1) a on true
    where m.replaced_at is null`)
  const [inForce, tried] = [rows.find((row) => row.is_in_force), rows.find((row) => !row.is_in_force)]
  return {
    ...{ from: accounts.from, is_unreadable: accounts.isUnreadable, base_url: accounts.addresses.baseUrl },
    in_force: inForce ? accountOfRow(inForce) : null,
    tried: tried ? { ...accountOfRow(tried), ...testOf(ctx, tried) } : null,
  }
}

function accountOfRow({ id, transaction_type, shortcode, till, host, payout_shortcode, initiator_name, since, by }: Row): Account {
  return { id, transaction_type, shortcode, till, host, payout_shortcode, initiator_name, since, by }
}

function testOf({ services }: Context, { has_keys, state, phone, result_code, result_desc }: Row) {
  const faults = accountFaults(result_code, result_desc)
  const to = phone ? recognisablePhone(phone) : 'the phone'
  const sentence = mayBeOpen(state)
    ? `A prompt for KSh 1 is on its way to ${to}. Enter the M-Pesa PIN there: then this account is in force.`
    : (Object.values(faults)[0] ?? services.payments.describe(result_code ?? '', result_desc).sentence)
  return { has_keys, state, phone: to, sentence, faults }
}
