import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { Database } from '#db/client.ts'
import { allInvariants } from '#db/invariants.ts'
import type { Cents } from '#domain/money.ts'
import { changeCommission } from '#features/affiliates/commission-operations.ts'
import { completePayout } from '#features/affiliates/wallet/payout-operations.ts'
import { requestPayout } from '#features/affiliates/wallet/request-payout.ts'
import { checkImport } from '#features/catalogue/import-products.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { discardOrder } from '#features/orders/discard-order.ts'
import { makeRiderDay } from '#features/orders/riders/rider-days.ts'
import { mpesaProvider } from '#services/payments/mpesa/mpesa-provider.ts'
import { affiliate, boss } from '../../test/affiliates.ts'
import {
  as,
  contextOn,
  newPhone,
  type Pair,
  placed,
  placedAndDied,
  putOnShelf,
  rowsOf,
  secrets,
  type TestContext,
  tellPaid,
} from '../../test/checkout.ts'
import { payoutDetails } from '../../test/payout-scene.ts'
import type { Person } from '../../test/people.ts'
import { acceptedPayout, answered, newCheckoutRequestId, scriptedMpesa } from '../../test/scripted-mpesa.ts'

/** What stands in the shop when a race begins: the affiliate's KSh 300 are in the balance, requested, or on their way. */
export const beginnings = ['earned', 'requested', 'sent'] as const
export type Beginning = (typeof beginnings)[number]

interface OrderFacts {
  id: string
  attemptId: string
  checkoutRequestId: string
  amount: Cents
  commissionId: string
}

/** The shop of one beginning. Ids stay the same from race to race. */
export interface World {
  shoe: Pair
  affiliate: Person & { code: string }
  admin: Person
  /** By name: `unpaid`, whose hold is over and whose prompt was paid; `sale`, paid, and shipped with the rider; `earned`, whose commission is approved; `returned`, with a refund that is due; `unsent`, whose process died before the prompt; `discarded`, whose prompt is paid after all. */
  orders: Record<'unpaid' | 'sale' | 'earned' | 'returned' | 'unsent' | 'discarded', OrderFacts>
  /** `first`, `second` and `third`, which nobody referred and whose prompts were paid; the hold of `first` is over. */
  three: OrderFacts[]
  /** Of the buyer who discarded that order. */
  phone: string
  /** The link of today's rider, and the code that the buyer of `sale` has. */
  rider: { token: string; code: string }
  refundId: string
  /** The prompt that tries another M-Pesa account, and was paid. */
  accountTest: { id: string; checkoutRequestId: string }
  payoutId: string | null
  /** What the preview of the file answered. */
  digest: string
}

/** M-Pesa's own book of a race. */
export interface Book {
  /** Attempts, one entry for each prompt that was sent. */
  prompts: string[]
  /** Payouts, one entry for each request. */
  payouts: string[]
}

/** M-Pesa's codes of what moved: the payments of `unpaid`, `discarded` and the three, the shilling that tries an account, the money that went back, the payout by hand and by M-Pesa. */
export const receipts = {
  unpaid: 'TRAUNPAID1',
  discarded: 'TRADISCARD',
  three: ['TRAFIRST01', 'TRASECOND1', 'TRATHIRD01'],
  test: 'TRATEST001',
  back: 'TRABACK001',
  byHand: 'TRAHAND001',
  byMpesa: 'TRAMPESA01',
}
export const importedFile = new TextEncoder().encode('name,price,sizes,stock\nMbio Wingu,3000,40=5|41=9,\nLamu,2490,,7\n')

/** The context of a process of the shop, with its log and M-Pesa's book. */
export function processOf(db: Database, world: World, book: Book, logged: string[]): TestContext {
  const mpesa = scriptedMpesa()
  const base = contextOn({ db }, { mpesa })
  const { unpaid } = world.orders
  const payments = mpesaProvider({
    ...mpesa,
    async requestPrompt({ callbackUrl }) {
      book.prompts.push(callbackUrl.split('/').at(-2) as string)
      return { outcome: 'accepted', checkoutRequestId: newCheckoutRequestId(), merchantRequestId: 'm' }
    },
    queryPrompt: async (id) => (id === unpaid.checkoutRequestId ? answered('0') : answered('4999')),
    payouts: {
      async requestPayout(payout) {
        book.payouts.push(payout.payoutId)
        return acceptedPayout(payout)
      },
      queryTransaction: async () => acceptedPayout({ payoutId: '' } as never),
    },
  })
  const log = { ...base.log, error: ({ error }: Record<string, unknown>, message: string) => void logged.push(`${message}: ${error}`) }
  return { ...base, log, services: { ...base.services, payments } }
}

async function setUp(db: Database, beginning: Beginning): Promise<World> {
  const where = { db }
  const [who, admin] = [await affiliate(where), await boss(where)]
  const desk = as(contextOn(where), admin)
  const shoe = await putOnShelf(where, { price: 3000, sizes: { '40': 2, '41': 9 } })
  const order = async (name: string, lines: [Pair, string, number][], buyer = {}) => {
    const { id, attempt, ctx } = await placed(contextOn(where), lines, { affiliate_code: who.code, customer_name: name, ...buyer })
    const [commission] = await rowsOf<{ id: string }>(where, sql`select id from affiliate_commissions where order_id = ${id}`)
    const checkoutRequestId = attempt.checkout_request_id as string
    const facts = { id, attemptId: attempt.id, checkoutRequestId, amount: Number(attempt.amount) * 100, commissionId: commission?.id as string }
    return { ...facts, ctx, pay: (receipt: string) => tellPaid(ctx, attempt, { receipt }) }
  }
  const cancel = (id: string) => changeStatus(desk, id, { status: 'cancelled', reason: 'Asked for' })

  const earned = await order('earned', [[shoe, '41', 1]])
  await earned.pay('TRAEARNED1')
  await changeCommission(desk, earned.commissionId, { status: 'approved' })
  const sale = await order('sale', [[shoe, '41', 1]])
  await sale.pay('TRASALE001')
  const riderDay = await makeRiderDay(desk, { name: 'Otieno', phone: newPhone() })
  await changeStatus(desk, sale.id, { status: 'shipped', rider_day_id: riderDay })
  const [delivery] = await rowsOf<{ code: string }>(where, sql`select code from deliveries`)
  const rider = { token: secrets.riderToken(riderDay), code: delivery?.code as string }
  const returned = await order('returned', [[shoe, '41', 1]])
  await returned.pay('TRARETURN1')
  await cancel(returned.id)
  const phone = newPhone()
  const discarded = await order('discarded', [[shoe, '41', 1]], { customer_phone: phone })
  await discardOrder(discarded.ctx, discarded.id)
  const unpaid = await order('unpaid', [
    [shoe, '40', 1],
    [shoe, '41', 1],
  ])
  const three: OrderFacts[] = []
  for (const name of ['first', 'second', 'third']) three.push(await order(name, [[shoe, '41', 1]], { affiliate_code: null }))
  const died = await placedAndDied(contextOn(where), [[shoe, '41', 1]], 'before the prompt')
  const unsent = { id: died.id, attemptId: died.attempt.id, checkoutRequestId: '', amount: 3000_00, commissionId: '' }
  await db.execute(sql`update orders set customer_name = 'unsent' where id = ${died.id}`)
  await db.execute(sql`update orders set hold_expires_at = now() - interval '1 minute' where id in (${unpaid.id}, ${three[0]?.id})`)
  await db.execute(
    sql`update payment_attempts set next_check_at = now() - interval '1 second' where id in (${unpaid.attemptId}, ${unsent.attemptId})`,
  )
  const checkoutRequestId = newCheckoutRequestId()
  const [accountTest] = await rowsOf<{ id: string }>(
    where,
    sql`with account as (
      insert into mpesa_accounts (transaction_type, shortcode, host, keys, created_at, created_by)
      values ('CustomerPayBillOnline', '600123', 'live', 'sealed', now(), ${admin.userId}) returning id)
    insert into payment_attempts (source, phone, amount, account_id, state, checkout_request_id, prompted_at)
    select 'test', '254712000099', 1, id, 'accepted', ${checkoutRequestId}, now() from account returning id`,
  )
  const [refund] = await rowsOf<{ id: string }>(where, sql`select id from refunds`)

  let payoutId: string | null = null
  if (beginning !== 'earned') payoutId = (await requestPayout(as(contextOn(where), who), { amount: 300, ...payoutDetails })).id
  if (beginning === 'sent' && payoutId) await completePayout(desk, payoutId, {})
  const { digest } = await checkImport(desk, importedFile)
  return {
    shoe,
    affiliate: who,
    admin,
    orders: { earned, sale, returned, unpaid, unsent, discarded },
    three,
    phone,
    rider,
    refundId: refund?.id as string,
    accountTest: { id: accountTest?.id as string, checkoutRequestId },
    payoutId,
    digest,
  }
}

/** Sets the shop back to a beginning, and reads what became of it. */
export async function openWorlds(ownerUrl: string, db: Database) {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  const known = new Map<Beginning, { world: World; madeAt: number }>()
  const { rows: tables } = await owner.query<{ name: string; columns: string; count: number }>(`
    select c.oid::regclass::text as name, (select string_agg(quote_ident(attname), ', ') from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %s', c.oid::regclass), false, true, '')))[1]::text::integer as count
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ('public', 'auth') and c.relkind = 'r'`)
  // What the migrations filled stays as it is.
  const own = tables.filter(({ count }) => count === 0)
  const asReplica = (body: string) => `language plpgsql set session_replication_role = replica as $$ begin ${body}; end $$`
  const emptied = own.map(({ name }) => `delete from ${name}`).join('; ')
  let restored = 0

  async function make(beginning: Beginning): Promise<World> {
    await owner.query(`set session_replication_role = replica; ${emptied}; reset session_replication_role`)
    const world = await setUp(db, beginning)
    const schema = `saved_${beginning}`
    const saved = own.map(({ name, columns }) => ({ name, columns, copy: `${schema}."${name}"` }))
    // The search writes its words down whatever the role.
    const restore = saved.map(
      ({ name, columns, copy }) => `insert into ${name} (${columns}) overriding system value select ${columns} from ${copy} on conflict do nothing`,
    )
    await owner.query(`drop schema if exists ${schema} cascade; create schema ${schema}`)
    for (const { name, columns, copy } of saved) await owner.query(`create unlogged table ${copy} as select ${columns} from ${name}`)
    await owner.query(`create function ${schema}.restore() returns void ${asReplica([emptied, ...restore].join('; '))}`)
    return world
  }

  return {
    /** The world as its beginning has it. Made anew each minute, so that nothing in it grows old. */
    async begin(beginning: Beginning): Promise<World> {
      // Dead rows slow everything down.
      if (++restored % 300 === 0) await owner.query(`vacuum ${own.map(({ name }) => name).join(', ')}`)
      const before = known.get(beginning)
      if (before && performance.now() - before.madeAt < 60_000) {
        await owner.query(`select saved_${beginning}.restore()`)
        return before.world
      }
      const madeAt = performance.now()
      const world = await make(beginning)
      known.set(beginning, { world, madeAt })
      return world
    },
    /** Names of broken invariants. */
    async broken(): Promise<string[]> {
      const { rows } = await owner.query<{ name: string; key: string }>({ name: 'invariants', text: allInvariants, values: [] })
      return [...new Set(rows.map(({ name }) => name))]
    },
    /** The state of the shop, without ids and times: two races with the same facts ended the same. */
    async facts(): Promise<string> {
      const { rows } = await owner.query<{ facts: string }>({ name: 'facts', text: facts, values: [] })
      return (rows[0]?.facts ?? '').replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b[0-9a-f]{8}\b|\*{5}\d{3}/g, '#')
    },
    rows: async <Row extends pg.QueryResultRow>(text: string) => (await owner.query<Row>(text)).rows,
    change: (text: string) => owner.query(text),
    close: () => owner.end(),
  }
}
export type Worlds = Awaited<ReturnType<typeof openWorlds>>

const facts = `select string_agg(fact, E'\\n' order by fact) as facts from (
  select concat_ws(' ', 'order', customer_name, status, total_amount, 'paid ' || (paid_at is not null), 'assumed ' || payment_assumed, 'gone ' || (discarded_at is not null), mpesa_receipt_number, 'packed ' || (packed_at is not null)) as fact from orders
  union all select concat_ws(' ', 'attempt', o.customer_name, a.source, a.state, a.receipt, 'replaced ' || (a.replaced_at is not null), a.review_reason, 'due ' || (a.next_check_at is not null)) from payment_attempts a join orders o on o.id = a.order_id
  union all select concat_ws(' ', 'event', o.customer_name, e.from_status, e.to_status, e.note, 'rider ' || (e.rider_day_id is not null)) from order_events e join orders o on o.id = e.order_id
  union all select concat_ws(' ', 'customer', c.name, 'as', o.customer_name) from customers c left join orders o on o.customer_phone = c.phone and o.created_at = c.last_order_at and o.discarded_at is null
  union all select concat_ws(' ', 'parcel', o.customer_name, 'handed over ' || (d.handed_over_at is not null), d.failed_reason, d.wrong_tries) from deliveries d join orders o on o.id = d.order_id
  union all select concat_ws(' ', 'refund', o.customer_name, r.state, r.amount, r.reason, r.receipt) from refunds r join orders o on o.id = r.order_id
  union all select concat_ws(' ', 'account', shortcode, 'in force ' || (in_force_at is not null), 'replaced ' || (replaced_at is not null)) from mpesa_accounts
  union all select concat_ws(' ', 'test', a.state, a.receipt, r.state, r.reason) from payment_attempts a left join refunds r on r.attempt_id = a.id where a.source = 'test'
  union all select concat_ws(' ', 'product', name, price, is_available) from products
  union all select concat_ws(' ', 'stock', p.name, z.label, z.stock) from product_size z join products p on p.id = z.product_id
  union all select concat_ws(' ', 'moved', p.name, z.label, o.customer_name, m.reason, m.delta) from stock_movements m join product_size z on z.id = m.product_size_id join products p on p.id = z.product_id left join orders o on o.id = m.order_id
  union all select concat_ws(' ', 'commission', o.customer_name, c.status, c.reason, c.commission_amount) from affiliate_commissions c join orders o on o.id = c.order_id
  union all select concat_ws(' ', 'deduction', kind, amount, 'undone ' || (undone_at is not null)) from commission_deductions
  union all select concat_ws(' ', 'payout', status, amount, receipt, failure_reason, review_reason, 'sent ' || (sent_at is not null)) from affiliate_payouts
  union all select concat_ws(' ', 'wallet', available) from wallets where available <> 0
  union all select concat_ws(' ', 'entry', kind, text, amount, balance) from wallet_entries
  union all select concat_ws(' ', 'figure', kind, status, sum(count), sum(amount)) from daily_stats group by kind, status
  union all select concat_ws(' ', 'callback', kind, outcome) from callbacks
  union all select concat_ws(' ', 'notice', o.customer_name, n.kind, n.channel) from notices n join orders o on o.id = n.order_id
  union all select concat_ws(' ', 'mail', kind, subject) from messages
  union all select concat_ws(' ', 'audit', action, before, after) from audit_log) each`
