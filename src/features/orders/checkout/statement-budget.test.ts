import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterEach, expect, it, vi } from 'vitest'
import { anonymous, withOrderKey } from '#core/context.ts'
import { readDeliveryTerms } from '#features/delivery/read-terms.ts'
import { sendNotices } from '#features/notices/send-notices.ts'
import { placeOrder } from '#features/orders/checkout/place-order.ts'
import { getOrderPage } from '#features/orders/get-order.ts'
import { as, attemptOf, contextOn, orderOf, orderRow, putOnShelf, tellPaid } from '../../../../test/checkout.ts'
import { useDatabase } from '../../../../test/database.ts'
import { putZone } from '../../../../test/zones.ts'

const database = useDatabase()
afterEach(() => vi.restoreAllMocks())

/** The statements that the shop sends to PostgreSQL meanwhile, `begin` and `commit` included. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  await work()
  const texts = spy.mock.calls.map(([query]) => (typeof query === 'string' ? query : (query as { text: string }).text).trim().replace(/\s+/g, ' '))
  spy.mockRestore()
  return texts
}

/** The tables that have to be read whole for these statements, or by an index of those that wait for something, which is read whole. */
async function readWhole(texts: string[]): Promise<string[]> {
  return database.ownerDb.transaction(async (tx) => {
    // A table of this size costs as much by its keys; only where there is no other way is it read whole now.
    await tx.execute(sql`set local enable_seqscan = off`)
    const lines: string[] = []
    for (const text of texts) {
      const { rows } = await tx.execute<{ 'QUERY PLAN': string }>(sql.raw(`explain (generic_plan) ${text};`))
      lines.push(...rows.map((row) => row['QUERY PLAN']))
    }
    return lines.flatMap(
      (line) => /Seq Scan on (\w+)|(payment_attempts_one_open|callbacks_waiting|notices_due)/.exec(line)?.slice(1).filter(Boolean) ?? [],
    )
  })
}

/** From Place Order until the order's page shows the money (docs/decisions/0040). Each process keeps the terms of delivery. */
it('a paid checkout costs eight statements, each a transaction of its own, in a shop with zones of delivery too', async () => {
  const shoe = await putOnShelf(database)
  const ctx = as(contextOn(database), { ...anonymous, address: '41.90.7.7' })
  const [, stage] = await putZone(database, 'Western', ['kisumu'], [{ fee: 250 }, { kind: 'stage', fee: 150 }])
  await readDeliveryTerms(ctx)
  const placing = await statementsOf(async () => {
    const { order, key } = await placeOrder(
      ctx,
      orderOf(shoe, { delivery_address: 'Milimani, Kisumu', delivery_option_id: stage, delivery_point: 'Kondele' }),
    )
    Object.assign(placed, { id: order.id, key })
  })
  expect(placing.map((text) => text.slice(0, 50))).toEqual([
    expect.stringMatching(/^select .* as now, /),
    expect.stringMatching(/^with asked as materialized/),
    expect.stringMatching(/^with claimed as/),
    expect.stringMatching(/^with asked as \(select \* from u/),
    expect.stringMatching(/^with asked as \(select \* from u/),
  ])
  const attempt = await attemptOf(ctx, placed.id)
  const paying = await statementsOf(() => tellPaid(ctx, attempt))
  expect(paying.map((text) => text.slice(0, 50))).toEqual([expect.stringMatching(/^insert into callbacks/), expect.stringMatching(/^with asked/)])
  expect(await readWhole([...placing, ...paying.slice(1)])).toEqual([])
  expect((await orderRow(ctx, placed.id)).status).toBe('waiting_shipment')
  expect(await orderRow(ctx, placed.id)).toMatchObject({ delivery_zone: 'Western', delivery_kind: 'stage', delivery_fee: '150.00' })
  expect(await statementsOf(() => getOrderPage(withOrderKey(ctx, placed.key), placed.id))).toHaveLength(1)
})
const placed = { id: '', key: '' }

it('four checkouts of one moment cost no more statements than one', async () => {
  const shoe = await putOnShelf(database)
  const ctx = contextOn(database)
  await readDeliveryTerms(ctx)
  const orders = await statementsOf(async () => {
    await Promise.all(Array.from({ length: 4 }, () => placeOrder(ctx, orderOf(shoe))))
  })
  expect(orders).toHaveLength(5)
})

it('four messages of one moment are taken, read, marked, sent and marked in four statements, after a look for lost ones', async () => {
  const shoe = await putOnShelf(database)
  await database.db.execute(sql`delete from notices`)
  const ctx = contextOn(database, { sms: { send: async () => ({ outcome: 'sent', id: null }) } })
  for (let order = 0; order < 4; order++) await placeOrder(ctx, orderOf(shoe))
  const sending = await statementsOf(async () => expect(await sendNotices(ctx)).toBe(4))
  expect(sending).toHaveLength(5)
  expect(sending.at(-1)).toContain('as mark')
  // To the planner, no notice is ever due.
  await database.ownerDb.execute(sql`analyze notices`)
  expect(await readWhole(sending.slice(2))).toEqual([])
})
