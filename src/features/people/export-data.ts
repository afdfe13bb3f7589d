import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requireSession } from '#core/context.ts'
import { account, getAccount, getProfile, profileRow } from '#features/people/profiles.ts'

const rows = z.array(z.record(z.string(), z.unknown()))

/**
 * All data that the shop holds about a person, as their right under the Data Protection Act has it (s. 26, s. 38). Money in KSh, times in ISO 8601 with zone.
 */
export const personalData = z.object({
  exported_at: z.string(),
  account,
  profile: profileRow,
  sessions: rows,
  orders: rows,
  affiliate: z.object({
    paused_at: z.string().nullable(),
    pause_reason: z.string().nullable(),
    clicks: z.int(),
    numbers: z.array(z.string()).meta({ description: 'Every number known as the affiliate’s: nothing is earned with them' }),
    commissions: rows,
    payouts: rows,
    debts: rows.meta({ description: 'Owed by deleted accounts of theirs' }),
  }),
  letters: rows,
  /** Browsers that take notifications of the shop's work. */
  devices: rows,
  /** The lines that were in it when they last signed out. */
  cart: rows,
})
type PersonalData = z.infer<typeof personalData>

export async function exportData(ctx: Context): Promise<PersonalData> {
  const { userId } = requireSession(ctx)
  const own = { account: await getAccount(ctx), profile: await getProfile(ctx, userId) }
  const { rows: found } = await ctx.db.execute<Omit<PersonalData, keyof typeof own>>(sql`
    select to_json(${ctx.now}) as exported_at,
      (select coalesce(json_agg(json_build_object('user_agent', user_agent, 'created_at', created_at, 'last_used_at', updated_at) order by created_at), '[]')
        from auth.sessions where user_id = ${userId}) as sessions,
      (select coalesce(json_agg(x order by x.created_at), '[]') from (
        select o.id, o.short_code, o.status, o.total_amount, o.customer_name, o.customer_phone, o.customer_email, o.delivery_address, o.delivery_kind, o.delivery_option,
          o.delivery_place, o.delivery_point, o.delivery_fee, o.promised_from, o.promised_to, o.receiver_name, o.receiver_phone, o.mpesa_receipt_number,
          o.created_at, o.paid_at, o.discarded_at, o.cancel_reason,
          (select coalesce(json_agg(json_build_object('name', i.name, 'size', i.size, 'quantity', i.quantity, 'price', i.price)), '[]')
            from order_items i where i.order_id = o.id) as items,
          (select coalesce(json_agg(json_build_object('phone', a.phone, 'amount', a.amount, 'state', a.state, 'receipt', a.receipt, 'created_at', a.created_at)), '[]')
            from payment_attempts a where a.order_id = o.id) as payments,
          (select coalesce(json_agg(json_build_object('amount', r.amount, 'state', r.state, 'reason', r.reason, 'created_at', r.created_at)), '[]')
            from refunds r where r.order_id = o.id) as refunds,
          (select coalesce(json_agg(json_build_object('kind', n.kind, 'channel', n.channel, 'state', n.state, 'created_at', n.created_at, 'sent_at', n.sent_at) order by n.id), '[]')
            from notices n where n.order_id = o.id) as notices
        from orders o where o.user_id = ${userId}) x) as orders,
      json_build_object(
        'paused_at', (select affiliate_paused_at from profiles where id = ${userId}),
        'pause_reason', (select affiliate_pause_reason from profiles where id = ${userId}),
        'clicks', (select count(*) from affiliate_clicks where affiliate_id = ${userId}),
        'numbers', (select coalesce(json_agg(phone order by known_at), '[]') from affiliate_phones where affiliate_id = ${userId}),
        'commissions', (select coalesce(json_agg(json_build_object('id', id, 'order_id', order_id, 'commission_amount', commission_amount, 'status', status,
            'reason', reason, 'created_at', created_at) order by created_at), '[]') from affiliate_commissions where affiliate_id = ${userId}),
        'payouts', (select coalesce(json_agg(json_build_object('id', id, 'amount', amount, 'status', status, 'requested_at', requested_at,
            'processed_at', processed_at, 'mpesa_phone_number', mpesa_phone_number, 'mpesa_full_name', mpesa_full_name, 'receipt', receipt) order by requested_at), '[]')
          from affiliate_payouts where affiliate_id = ${userId}),
        'debts', (select coalesce(json_agg(json_build_object('amount', carried, 'attached_at', attached_at) order by attached_at), '[]')
          from affiliate_debts where attached_to = ${userId})) as affiliate,
      (select coalesce(json_agg(json_build_object('kind', kind, 'to', to_address, 'subject', subject, 'created_at', created_at, 'sent_at', sent_at) order by created_at), '[]')
        from messages where user_id = ${userId} and way = 'email') as letters,
      (select coalesce(json_agg(json_build_object('user_agent', user_agent, 'created_at', created_at, 'last_sent_at', last_sent_at) order by created_at), '[]')
        from push_devices where user_id = ${userId}) as devices,
      coalesce((select lines from carts where user_id = ${userId}), '[]') as cart`)
  return { ...(found[0] as (typeof found)[number]), ...own }
}
