import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { promptLimits } from '#domain/payment.ts'
import { sendPromptsAgain } from '#features/orders/checkout/request-payment.ts'
import { admin, as, attemptOf, contextOn, newPhone, orderIn, placed, putOnShelf, rowsOf, tellFailed } from '../../../../test/checkout.ts'
import { useDatabase } from '../../../../test/database.ts'

const database = useDatabase()
const problem = (code: string) => expect.objectContaining({ code })
const desk = () => as(contextOn(database), admin)

it('sends the prompts of several unpaid orders again, each for itself, and says which stayed', async () => {
  const on = desk()
  const [failed, open, paid, over] = [
    await orderIn(database, 'payment_failed'),
    await orderIn(database, 'awaiting_payment'),
    await orderIn(database, 'waiting_shipment'),
    await orderIn(database, 'buyer_not_paid'),
  ]
  const unknown = '00000000-0000-4000-8000-000000000001'
  const outcomes = await sendPromptsAgain(on, { ids: [failed.id, open.id, paid.id, over.id, unknown, failed.id] })
  expect(outcomes.map(({ code, status }) => code ?? status)).toEqual([
    'awaiting_payment',
    'prompt_open',
    'already_paid',
    'hold_over',
    'order_not_found',
  ])
  expect(outcomes[1]?.error).toMatch(/\w/)
  expect(on.mpesa.prompts.map(({ phone }) => phone)).toEqual([(await attemptOf(on, failed.id)).phone])
  const audit = await rowsOf(
    on,
    sql`select row_id from audit_log where action = 'prompt sent again' and row_id in (${failed.id}, ${open.id}, ${paid.id})`,
  )
  expect(audit).toEqual([{ row_id: failed.id }])
  // Pressed once more: the phone does not ring twice.
  expect(await sendPromptsAgain(on, { ids: [failed.id] })).toMatchObject([{ code: 'prompt_open' }])
})

it('to one phone sends as many as its buyer may', async () => {
  const [on, phone, shoe] = [desk(), newPhone(), await putOnShelf(database)]
  const orders = []
  for (let number = 0; number < promptLimits.perTenMinutes; number++) {
    const order = await placed(contextOn(database), shoe, { customer_phone: phone })
    await tellFailed(order.ctx, order.attempt)
    orders.push(order.id)
  }
  const outcomes = await sendPromptsAgain(on, { ids: orders })
  expect(outcomes.map(({ code }) => code)).toEqual(orders.map(() => 'prompt_limit'))
  expect(on.mpesa.prompts).toEqual([])
})

it('is for fifty at once', async () => {
  const many = Array.from({ length: 51 }, (_, number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`)
  await expect(sendPromptsAgain(desk(), { ids: many })).rejects.toEqual(problem('bad_input'))
})
