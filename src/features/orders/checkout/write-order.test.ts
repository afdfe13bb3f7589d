import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { expect, it } from 'vitest'
import { anonymous } from '#core/context.ts'
import { promptLimits } from '#domain/payment.ts'
import { draftOrder, placeDraft } from '#features/orders/checkout/place-draft.ts'
import { placeOrder } from '#features/orders/checkout/place-order.ts'
import {
  addProfile,
  as,
  contextOn,
  interrupted,
  newPhone,
  orderOf,
  putOnShelf,
  rowsOf,
  stockOf,
  type TestContext,
} from '../../../../test/checkout.ts'
import { useDatabase } from '../../../../test/database.ts'
import { meanwhile } from '../../../../test/overtake.ts'

const database = useDatabase()

/** The outcome of each order, where all are placed at once: `placed`, or the code of its refusal. */
async function outcomesOf(ctx: TestContext, orders: ReturnType<typeof orderOf>[]): Promise<string[]> {
  const results = await Promise.allSettled(orders.map((order) => placeOrder(ctx, order)))
  return results.map((result) => (result.status === 'fulfilled' ? 'placed' : result.reason.code))
}

it('writes orders of one moment together, and refuses one of them for what is its own', async () => {
  const [shoe, rare] = [await putOnShelf(database), await putOnShelf(database, { sizes: { '40': 1 } })]
  const buyer = { ...anonymous, address: '41.90.7.8' }
  const ctx = as(contextOn(database), buyer)
  const phone = newPhone()
  for (const _ of Array(promptLimits.perTenMinutes)) await placeOrder(ctx, orderOf(shoe, { customer_phone: phone }))
  const twice = orderOf(shoe)
  const outcomes = await outcomesOf(ctx, [
    orderOf(shoe),
    orderOf(rare),
    orderOf(rare),
    orderOf(shoe, { customer_phone: phone }),
    orderOf(shoe, { total_amount: 1 }),
    twice,
    twice,
  ])
  expect([outcomes[0], ...outcomes.slice(3)]).toEqual(['placed', 'prompt_limit', 'prices_changed', 'placed', 'placed'])
  expect(outcomes.slice(1, 3).sort()).toEqual(['placed', 'size_gone'])
  expect(await stockOf(database, rare)).toBe(0)
  expect(await rowsOf(database, sql`select from idempotency_keys where key = ${twice.idempotencyKey}`)).toHaveLength(1)
})

it('writes the others where the price of one changes between reading and writing', async () => {
  const [shoe, dearer] = [await putOnShelf(database), await putOnShelf(database)]
  const raise = () => database.db.execute(sql`update products set price = price + 100 where id = ${dearer.id}`)
  // After the first statement, which reads prices for all of them.
  const { db } = interrupted(database, async (statement) => (statement === 1 ? raise() : undefined))
  const outcomes = await outcomesOf({ ...contextOn(database), db }, [orderOf(shoe), orderOf(dearer, { total_amount: 4500 }), orderOf(shoe)])
  expect(outcomes).toEqual(['placed', 'prices_changed', 'placed'])
})

it('does not let an order wait for the locked pairs of another one that came with it, once the batch has given up', async () => {
  const [shoe, locked] = [await putOnShelf(database), await putOnShelf(database)]
  const ctx = contextOn(database)
  let orders: Promise<unknown> = Promise.resolve()
  await database.db.transaction(async (tx) => {
    await tx.execute(sql`select from product_size where id = ${locked.sizes['40']} for update`)
    orders = outcomesOf(ctx, [orderOf(locked), orderOf(locked), orderOf(shoe)])
    await expect.poll(() => stockOf(database, shoe), { timeout: 5_000 }).toBe(9)
  })
  expect(await orders).toEqual(['placed', 'placed', 'placed'])
})

it('keeps the e-mail of a customer of whom two orders come at once, one of them without', async () => {
  const shoe = await putOnShelf(database)
  for (let time = 0; time < 4; time++) {
    const phone = newPhone()
    const orders = [{ customer_email: 'wanjiku@example.com' }, {}].map((own) => orderOf(shoe, { customer_phone: phone, ...own }))
    await outcomesOf(contextOn(database), time % 2 ? orders.toReversed() : orders)
    expect(await rowsOf(database, sql`select email from customers where phone = ${phone.slice(1)}`)).toEqual([{ email: 'wanjiku@example.com' }])
  }
})

it('counts the limits of networks in one order, and writes referred orders alone', async () => {
  await addProfile(database, { code: 'WATATU22' })
  const shoe = await putOnShelf(database)
  const base = contextOn(database)
  const written: string[][] = []
  const execute = (query: SQL) => {
    const { sql: text, params } = new PgDialect().sqlToQuery(query)
    if (/insert into orders/.test(text)) written.push(JSON.parse(params[0] as string).map(({ network }: { network: string }) => network))
    return database.db.execute(query)
  }
  const db = new Proxy(database.db, { get: (target, name) => (name === 'execute' ? execute : Reflect.get(target, name)) })
  const networks = ['41.90.7.13', '41.90.7.11', '41.90.7.12']
  const placeFrom = (changes = {}) =>
    Promise.all(networks.map((address) => placeOrder(as({ ...base, db }, { ...anonymous, address }), orderOf(shoe, changes))))
  await placeFrom()
  await placeFrom({ affiliate_code: 'WATATU22' })
  expect(written).toEqual([networks.toSorted(), ...networks.map((network) => [network])])
})

it('a draft that is being deleted becomes no order: writing it waits for that', async () => {
  const ctx = contextOn(database)
  const shoe = await putOnShelf(database)
  const buyer = { customer_name: 'Wanjiku Kamau', customer_phone: newPhone(), delivery_address: 'Moi Avenue 12, Nairobi' }
  const draft = await draftOrder(ctx, buyer)
  const discard = sql`update order_drafts set discarded_at = now() where id = ${draft.id}`
  const place = () => placeDraft(ctx, draft, [{ product_id: shoe.id, size: '40', quantity: 1, price: 4500 }])
  expect(await meanwhile(database, discard, [place], async () => {})).toEqual(['unavailable'])
  expect(await rowsOf(database, sql`select from orders where id = ${draft.id}`)).toEqual([])
})
