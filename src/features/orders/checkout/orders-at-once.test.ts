import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { withOrderKey } from '#core/context.ts'
import { fromShillings } from '#domain/money.ts'
import { shortCode } from '#domain/order-code.ts'
import { placeOrder } from '#features/orders/checkout/place-order.ts'
import { getOrder } from '#features/orders/get-order.ts'
import { attemptOf, contextOn, newPhone, orderOf, orderRow, putOnShelf, rowsOf, tellPaid } from '../../../../test/checkout.ts'
import { useDatabase } from '../../../../test/database.ts'

const database = useDatabase()

it('keeps apart what four buyers of one moment ordered, were prompted for and paid', async () => {
  const base = contextOn(database, { sms: { send: async () => ({ outcome: 'sent', id: null }) } as never })
  const buyers = await Promise.all(
    [1, 2, 3, 4].map(async (n) => ({
      name: `Buyer ${'ABCD'[n - 1]}`,
      phone: newPhone(),
      email: `buyer-${n}@example.com`,
      price: 1000 * n,
      size: String(40 + n),
      shoe: await putOnShelf(database, { name: `Shoe ${n}`, price: 1000 * n, sizes: { [String(40 + n)]: 5 } }),
    })),
  )
  const placed = await Promise.all(
    buyers.map(({ shoe, size, name, phone, email }) =>
      placeOrder(base, orderOf([[shoe, size, 1]], { customer_name: name, customer_phone: phone, customer_email: email })),
    ),
  )
  const before = await Promise.all(placed.map(({ order }) => attemptOf(database, order.id)))
  const receipts = await Promise.all(before.map((attempt) => tellPaid(base, attempt)))

  for (const [at, { name, phone, email, price, size, shoe }] of buyers.entries()) {
    const { order, key } = placed[at] as (typeof placed)[0]
    const receipt = receipts[at]
    const attempt = await attemptOf(database, order.id)
    expect(order).toMatchObject({
      customer_name: name,
      customer_phone: phone.slice(1),
      total_amount: price,
      lines: [{ name: shoe.name, size, quantity: 1, price }],
    })
    expect(await getOrder(withOrderKey(base, key), order.id)).toMatchObject({ id: order.id, customer_name: name })
    const prompt = base.mpesa.prompts.find(({ callbackUrl }) => callbackUrl.includes(attempt.id))
    expect(prompt).toMatchObject({ phone: phone.slice(1), amount: fromShillings(price), reference: shortCode(order.id) })
    expect(attempt).toMatchObject({ state: 'paid', phone: phone.slice(1), receipt, checkout_request_id: before[at]?.checkout_request_id })
    expect(await orderRow(database, order.id)).toMatchObject({
      status: 'waiting_shipment',
      mpesa_receipt_number: receipt,
      checkout_request_id: attempt.checkout_request_id,
    })
    const notices = await rowsOf(
      database,
      sql`select n.kind, n.channel, e.order_id = n.order_id as is_own, e.to_status from notices n join order_events e on e.id = n.event_id where n.order_id = ${order.id} order by n.id`,
    )
    expect(notices).toEqual(
      ['received', 'paid'].flatMap((kind) =>
        ['email', 'sms'].map((channel) => ({
          kind,
          channel,
          is_own: true,
          to_status: kind === 'paid' ? 'waiting_shipment' : 'awaiting_payment',
        })),
      ),
    )
    expect(await rowsOf(database, sql`select name, email from customers where phone = ${phone.slice(1)}`)).toEqual([{ name, email }])
  }
  expect(new Set(base.mpesa.prompts.map(({ callbackUrl }) => callbackUrl)).size).toBe(4)
})

it('answers each of those who read orders in one moment for itself', async () => {
  const base = contextOn(database)
  const shoe = await putOnShelf(database)
  const [mine, theirs] = await Promise.all([1, 2].map(() => placeOrder(base, orderOf(shoe))))
  const own = withOrderKey(base, mine?.key as string)
  const ids = [mine?.order.id, randomUUID(), theirs?.order.id, mine?.order.id] as string[]
  const answers = await Promise.allSettled(ids.map((id) => getOrder(own, id)))
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.id : answer.reason.code))).toEqual([
    ids[0],
    'order_not_found',
    'order_not_found',
    ids[0],
  ])
})
