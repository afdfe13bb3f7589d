import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { type Actor, anonymous, withOrderKey } from '#core/context.ts'
import { deleteProduct } from '#features/catalogue/write-product.ts'
import { changeStatus, updateOrder } from '#features/orders/change-status.ts'
import { confirmOrderItems } from '#features/orders/checkout/place-draft.ts'
import { promptOrder } from '#features/orders/checkout/request-payment.ts'
import { discardOrder } from '#features/orders/discard-order.ts'
import { getAdminOrder } from '#features/orders/get-admin-order.ts'
import { getOrderRow, listOrderItems } from '#features/orders/get-order.ts'
import { listOrders } from '#features/orders/list-orders.ts'
import { forgetOrderItems } from '#features/orders/order-draft.ts'
import { listRefunds } from '#features/orders/payments/payment-lists.ts'
import { addProfile, admin, as, contextOn, newPhone, placed, putOnShelf, rowsOf, tellPaid } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'
import { lostPrompt } from '../../../test/scripted-mpesa.ts'

const database = useDatabase()
const code = (wanted: string, more: object = {}) => expect.objectContaining({ code: wanted, ...more })
const user = async (): Promise<Actor & { userId: string }> => ({ ...anonymous, userId: await addProfile(database) })
const asAdmin = () => contextOn(database, { actor: admin })

describe('the list of orders', () => {
  it('shows people their own, and answers about others as about none', async () => {
    const shoe = await putOnShelf(database)
    const [mine, theirs] = [await user(), await user()]
    const own = await placed(contextOn(database, { actor: mine }), shoe)
    await placed(contextOn(database, { actor: theirs }), shoe)
    await placed(contextOn(database), shoe)
    const me = contextOn(database, { actor: mine })
    expect((await listOrders(me)).data.map(({ id }) => id)).toEqual([own.id])
    expect((await listOrders(me, { user_id: mine.userId })).data).toHaveLength(1)
    for (const filter of [{ user_id: theirs.userId }, { user_id: randomUUID() }, { affiliate_id: randomUUID() }])
      expect(await listOrders(me, filter)).toEqual({ data: [], next: null })
    await expect(listOrders(contextOn(database))).rejects.toThrow(code('signed_out'))
    await expect(listOrders(withOrderKey(contextOn(database), own.key))).rejects.toThrow(code('signed_out'))
  })

  it('shows an admin all of them, newest first, page by page, and narrows them', async () => {
    const shoe = await putOnShelf(database)
    const affiliate = await addProfile(database, { code: `K${Math.floor(Math.random() * 1e6)}`.replace(/[01]/g, '7').padEnd(5, '2') })
    const [referredBy] = await rowsOf<{ affiliate_code: string }>(database, sql`select affiliate_code from profiles where id = ${affiliate}`)
    const ids: string[] = []
    for (let n = 0; n < 5; n++) ids.unshift((await placed(contextOn(database), shoe, { affiliate_code: referredBy?.affiliate_code })).id)
    // The same instant for all: then the id decides.
    await database.ownerDb.execute(sql`update orders set created_at = '2026-11-21 10:00:00.123456+00' where affiliate_id = ${affiliate}`)
    const seen: string[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await listOrders(asAdmin(), { affiliate_id: affiliate, limit: 2, cursor })
      seen.push(...page.data.map(({ id }) => id))
      expect(page.data[0]?.affiliate).toEqual({ full_name: 'Achieng Otieno', affiliate_code: referredBy?.affiliate_code })
      if (!page.next) break
      cursor = page.next
    }
    expect(seen).toEqual(ids.sort().reverse())
    expect((await listOrders(asAdmin(), { affiliate_id: affiliate, status: 'shipped' })).data).toEqual([])
    expect((await listOrders(asAdmin(), { affiliate_id: affiliate, status: 'awaiting_payment' })).data).toHaveLength(5)
  })

  it('leaves discarded orders out, also for an admin', async () => {
    const shoe = await putOnShelf(database)
    const owner = await user()
    const { id, ctx } = await placed(contextOn(database, { actor: owner }), shoe)
    await discardOrder(ctx, id)
    expect((await listOrders(as(ctx, owner))).data).toEqual([])
    expect((await listOrders(asAdmin(), { user_id: owner.userId })).data).toEqual([])
    for (const reader of [ctx, asAdmin()]) {
      await expect(getOrderRow(reader, id)).rejects.toThrow(code('order_not_found'))
      expect(await listOrderItems(reader, id)).toEqual([])
    }
  })
})

describe('one order', () => {
  it('has the columns of the specification, its lines, its prompt and its story; money in KSh', async () => {
    const shoe = await putOnShelf(database, { price: 2999, discount: 15, sizes: { '40': 3, '41': 3 } })
    const owner = await user()
    const { id, attempt } = await placed(contextOn(database, { actor: owner }), [
      [shoe, '40', 1],
      [shoe, '41', 2],
    ])
    const row = await getOrderRow(contextOn(database, { actor: owner }), id)
    expect(row).toMatchObject({
      id,
      short_code: id.slice(0, 8),
      user_id: owner.userId,
      total_amount: 7647,
      customer_name: 'Wanjiku Kamau',
      affiliate_id: null,
      affiliate: null,
      commission_amount: 0,
      status: 'awaiting_payment',
      checkout_request_id: attempt.checkout_request_id,
      mpesa_receipt_number: null,
      paid_at: null,
      payment: { state: 'accepted', amount: 7647 },
      timeline: [{ status: 'pending' }, { status: 'awaiting_payment' }],
    })
    expect(row.order_items).toMatchObject([
      { order_id: id, product_id: shoe.id, size: '40', quantity: 1, price: 2549 },
      { size: '41', quantity: 2, price: 2549 },
    ])
    expect(await listOrderItems(contextOn(database, { actor: owner }), id)).toEqual(row.order_items)
  })

  it('tells the name of its affiliate to admins only', async () => {
    const shoe = await putOnShelf(database)
    await addProfile(database, { code: 'NAME23' })
    const { id, ctx } = await placed(contextOn(database), shoe, { affiliate_code: 'name23' })
    expect(await getOrderRow(ctx, id)).toMatchObject({ affiliate: { full_name: null, affiliate_code: 'NAME23' }, commission_amount: 450 })
    expect((await getOrderRow(asAdmin(), id)).affiliate?.full_name).toBe('Achieng Otieno')
  })
})

describe('the three calls of the specification', () => {
  it('confirm the lines that were written, whatever their order', async () => {
    const shoe = await putOnShelf(database, { sizes: { '40': 3, '41': 3 } })
    const { id, ctx } = await placed(contextOn(database), [
      [shoe, '40', 2],
      [shoe, '41', 1],
    ])
    const line = { order_id: id, product_id: shoe.id, price: 4500 }
    const rows = await listOrderItems(ctx, id)
    const [a, b] = [
      { ...line, quantity: 2 },
      { ...line, quantity: 1, size: '41' },
    ]
    expect(await confirmOrderItems(ctx, [a, b])).toEqual(rows)
    expect(await confirmOrderItems(ctx, [b, a])).toEqual(rows)
    for (const lines of [
      [a],
      [a, b, b],
      [a, { ...b, size: '40' }],
      [a, { ...b, price: 1 }],
      [a, { ...b, quantity: 2 }],
      [a, { ...b, product_id: randomUUID() }],
    ])
      await expect(confirmOrderItems(ctx, lines)).rejects.toThrow(code('lines_differ'))
    expect(await listOrderItems(ctx, id)).toEqual(rows)
    for (const lines of [[], [a, { ...b, order_id: randomUUID() }], a, null, 'lines', Array(51).fill(a)])
      await expect(confirmOrderItems(ctx, lines)).rejects.toThrow(code('bad_input'))
    await expect(confirmOrderItems(contextOn(database), [a, b])).rejects.toThrow(code('order_not_found'))
  })

  it('ring another phone in the place of the first, twice, and answer the prompt that counts', async () => {
    const { id, ctx, attempt } = await placed(contextOn(database), await putOnShelf(database))
    const asked = { amount: 4500, reference: id }
    const requests = [attempt.checkout_request_id]
    const phones = [newPhone(), newPhone()]
    for (const phone of phones) {
      requests.push((await promptOrder(ctx, { ...asked, phone })).checkoutRequestId)
      expect((await promptOrder(ctx, { ...asked, phone })).checkoutRequestId, 'asked again').toBe(requests.at(-1))
    }
    expect(new Set(requests).size).toBe(3)
    await expect(promptOrder(ctx, { ...asked, phone: newPhone() })).rejects.toThrow(code('number_changed'))
    await expect(promptOrder(ctx, { ...asked, phone: attempt.phone })).rejects.toThrow(code('prompt_open'))
    expect(ctx.mpesa.prompts.map(({ phone }) => phone)).toEqual([attempt.phone, ...phones.map((phone) => phone.slice(1))])
  })

  it('tell the shop no other prompt than that of their order', async () => {
    const shoe = await putOnShelf(database)
    const [mine, theirs] = [await placed(contextOn(database), shoe), await placed(contextOn(database), shoe)]
    for (const checkout_request_id of [undefined, theirs.attempt.checkout_request_id])
      await expect(updateOrder(mine.ctx, mine.id, { checkout_request_id, status: 'awaiting_payment' })).rejects.toThrow(code('server_decides'))
  })

  it('may not know the id of a prompt whose answer was lost', async () => {
    const shoe = await putOnShelf(database)
    const ctx = contextOn(database)
    ctx.mpesa.onPrompt(lostPrompt)
    const order = await placed(ctx, shoe)
    expect(await updateOrder(order.ctx, order.id, { checkout_request_id: null, status: 'awaiting_payment' })).toMatchObject({
      checkout_request_id: null,
    })
  })

  it('delete an order first, then its lines', async () => {
    const shoe = await putOnShelf(database)
    const { id, ctx, attempt } = await placed(contextOn(database), shoe)
    await expect(forgetOrderItems(ctx, id)).rejects.toThrow(code('order_stands'))
    await discardOrder(ctx, id)
    await expect(promptOrder(ctx, { amount: 4500, phone: attempt.phone, reference: id })).rejects.toThrow(code('order_closed'))
    await forgetOrderItems(ctx, id)
    await discardOrder(ctx, id)
    await expect(forgetOrderItems(contextOn(database), id)).rejects.toThrow(code('order_not_found'))
    expect(await rowsOf(database, sql`select id from order_items where order_id = ${id}`)).toHaveLength(1)
  })
})

describe('an admin', () => {
  it('moves an order', async () => {
    const shoe = await putOnShelf(database)
    const { id, attempt, ctx } = await placed(contextOn(database), shoe)
    await tellPaid(ctx, attempt)
    expect(await updateOrder(asAdmin(), id, { status: 'shipped' })).toMatchObject({ status: 'shipped' })
    await expect(updateOrder(asAdmin(), id, { status: 'confirmed' })).rejects.toThrow(code('order_locked'))
    await expect(updateOrder(asAdmin(), id, { status: 'paid' })).rejects.toThrow(code('bad_input'))
    const unpaid = await placed(contextOn(database), shoe)
    expect(await updateOrder(asAdmin(), unpaid.id, { status: 'cancelled' })).toMatchObject({ status: 'cancelled' })
    expect(await getAdminOrder(asAdmin(), unpaid.id)).toMatchObject({ cancel_reason: 'No reason was given.' })
    await expect(updateOrder(asAdmin(), randomUUID(), { status: 'shipped' })).rejects.toThrow(code('order_not_found'))
  })

  it('leaves a trace when discarding an order', async () => {
    const shoe = await putOnShelf(database)
    const { id } = await placed(contextOn(database), shoe)
    await discardOrder(asAdmin(), id)
    expect(await rowsOf(database, sql`select action, actor_id from audit_log where row_id = ${id}`)).toEqual([
      { action: 'order discarded', actor_id: admin.userId },
    ])
  })

  it('reads the refund list page by page', async () => {
    const shoe = await putOnShelf(database)
    for (let n = 0; n < 3; n++) {
      const { id, attempt, ctx } = await placed(contextOn(database), shoe)
      await tellPaid(ctx, attempt)
      await changeStatus(asAdmin(), id, { status: 'cancelled', reason: 'No such size' })
    }
    const first = await listRefunds(asAdmin(), { limit: 2 })
    const second = await listRefunds(asAdmin(), { limit: 2, cursor: first.next as string })
    expect([...first.data, ...second.data].map(({ amount, reason }) => ({ amount, reason }))).toEqual(
      Array(3).fill({ amount: 4500, reason: 'cancelled' }),
    )
    expect(second.next).toBeNull()
  })
})

describe('an order that comes while its product is deleted', () => {
  it('is placed before, or finds the product gone', async () => {
    for (let round = 0; round < 4; round++) {
      const shoe = await putOnShelf(database, { sizes: { '40': 5, '41': 5 } })
      const [gone, ...orders] = await Promise.allSettled([
        deleteProduct(asAdmin(), shoe.id),
        ...['40', '41', '40', '41'].map((size) => placed(contextOn(database), [[shoe, size, 1]])),
      ])
      expect(gone).toMatchObject({ status: 'fulfilled' })
      for (const order of orders) if (order.status === 'rejected') expect(order.reason).toMatchObject({ code: 'size_gone' })
    }
  })
})
