import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { changeCommission } from '#features/affiliates/commission-operations.ts'
import { as, contextOn, placed, putOnShelf, rowsOf, tellPaid } from './checkout.ts'
import { type Person, person } from './people.ts'

/** A code that is unique in this test file. */
export const newCode = () => `AFF${[...String(++codes)].map((digit) => 'ABCDEFGHJK'[Number(digit)]).join('')}`
let codes = 1000

export function affiliate(database: { db: Database }, full_name = 'Achieng Otieno'): Promise<Person & { code: string }> {
  const code = newCode()
  return person(database, { full_name, code }).then((who) => ({ ...who, code }))
}

/** An admin with a profile, because rows refer to it. */
export function boss(database: { db: Database }): Promise<Person> {
  return person(database, { full_name: 'Amina Hassan', isAdmin: true })
}

export interface Referred {
  orderId: string
  commissionId: string
  /** The buyer's own context. */
  ctx: Awaited<ReturnType<typeof placed>>['ctx']
  attempt: Awaited<ReturnType<typeof placed>>['attempt']
}

/** An unpaid order placed by an affiliate's link. KSh. */
export async function referred(database: { db: Database }, who: { code: string }, total = 4500): Promise<Referred> {
  const ctx = contextOn(database)
  const { id, ctx: mine, attempt } = await placed(ctx, await putOnShelf(database, { price: total }), { affiliate_code: who.code })
  const [commission] = await rowsOf<{ id: string }>(database, sql`select id from affiliate_commissions where order_id = ${id}`)
  return { orderId: id, commissionId: commission?.id as string, ctx: mine, attempt }
}

/** An approved commission of a paid order, in KSh: it is in the balance. */
export async function earn(database: { db: Database }, who: { code: string }, commission = 450): Promise<Referred> {
  const order = await referred(database, who, commission * 10)
  await tellPaid(order.ctx, order.attempt)
  await changeCommission(as(contextOn(database), await boss(database)), order.commissionId, { status: 'approved' })
  return order
}

export async function commissionRowOf({ db }: { db: Database }, orderId: string) {
  const [row] = await rowsOf<{
    id: string
    status: string
    reason: string | null
    commission_amount: string
    rejected_by: string | null
    is_own: boolean
    paid_out: boolean
  }>({ db }, sql`select * from affiliate_commissions where order_id = ${orderId}`)
  return row
}

export async function balanceOf({ db }: { db: Database }, id: string): Promise<number> {
  const [row] = await rowsOf<{ available: string }>({ db }, sql`select available from wallets where affiliate_id = ${id}`)
  return Number(row?.available)
}
