import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Context } from '#core/context.ts'
import { spreadsheetPhone } from '#domain/phone.ts'
import { type CustomerRow, exportCustomers, getCustomer, listCustomers, writeCustomerNote } from '#features/customers/customers.ts'
import { deleteCustomer } from '#features/customers/delete-customer.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { discardOrder } from '#features/orders/discard-order.ts'
import { writeNote } from '#features/orders/order-operations.ts'
import { completeRefund } from '#features/orders/payments/complete-refund.ts'
import { clearUserData } from '#features/staff/clear-user-data.ts'
import { entered, goodPassword, postOf, refusalOf } from '../../../test/accounts.ts'
import { affiliate, boss, commissionRowOf, referred } from '../../../test/affiliates.ts'
import { as, attemptOf, contextOn, later, newPhone, orderRow, placed, putOnShelf, rowsOf, tellPaid } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'
import { meanwhile } from '../../../test/overtake.ts'
import { placesOf } from '../../../test/query.ts'
import { newReceipt } from '../../../test/scripted-mpesa.ts'

const database = useDatabase()
const ctx = () => contextOn(database)
const desk = async () => as(ctx(), await boss(database))
const stored = (phone: string) => phone.slice(1)
const of = async (admin: Context, phone: string) => (await listCustomers(admin, { search: phone })).data[0] as CustomerRow
const problemOf = (call: Promise<unknown>) => call.catch(({ code, message }) => ({ code, message }))

/** An order of a phone, far enough in the past that its hold is over. */
async function buys(
  customer_phone: string,
  until: 'placed' | 'paid' | 'delivered' | 'cancelled' | 'returned',
  changes: Record<string, unknown> = {},
  on = ctx(),
) {
  const order = await placed(on, await putOnShelf(database), { customer_phone, ...changes })
  const admin = await desk()
  if (until !== 'placed') await tellPaid(order.ctx, order.attempt)
  if (until === 'delivered') for (const status of ['shipped', 'delivered']) await changeStatus(admin, order.id, { status })
  if (until === 'returned') await changeStatus(admin, order.id, { status: 'shipped' })
  if (until === 'cancelled' || until === 'returned') await changeStatus(admin, order.id, { status: 'cancelled', reason: 'Too small' })
  if (until !== 'placed') await database.db.execute(sql`update orders set hold_expires_at = now() - interval '1 minute' where id = ${order.id}`)
  return order
}

describe('customers', () => {
  it('are one row for each phone, guests too, with what they bought', async () => {
    const admin = await desk()
    const phone = newPhone()
    await buys(phone, 'delivered', { customer_name: 'Wanjiku K', customer_email: 'wanjiku@example.com' })
    await buys(phone, 'returned')
    await buys(phone, 'placed', { customer_name: 'Wanjiku Kamau' })
    const row = await of(admin, phone)
    expect(row).toMatchObject({ name: 'Wanjiku Kamau', phone: stored(phone), email: 'wanjiku@example.com', has_account: false, note: '' })
    expect(row).toMatchObject({ orders: 3, paid: 4500, returns: 1 })
    const who = await entered(database)
    await buys(who.phone, 'placed', {}, as(ctx(), who.actor))
    expect(await of(admin, who.phone)).toMatchObject({ has_account: true, orders: 1, paid: 0 })
    // Who ordered last comes first, and each page goes on behind the one before it.
    const first = await listCustomers(admin, { limit: 1 })
    expect(first.data[0]?.phone).toBe(stored(who.phone))
    expect((await listCustomers(admin, { limit: 1, cursor: first.next as string })).data).toEqual([row])
  })

  it('are as the newer order says, where a discarded one of the same phone comes back while it is placed', async () => {
    const admin = await desk()
    const customer_phone = newPhone()
    const old = await placed(ctx(), await putOnShelf(database), { customer_phone, customer_name: 'Wanjiku' })
    await discardOrder(old.ctx, old.id)
    const shoe = await putOnShelf(database)
    const newer = ({ db }: Pick<Context, 'db'>) => placed({ ...ctx(), db }, shoe, { customer_phone, customer_name: 'Wanjiku Kamau' })
    await meanwhile(database, newer, [() => tellPaid(old.ctx, old.attempt)], async () => {})
    expect((await orderRow(ctx(), old.id)).status).toBe('waiting_shipment')
    expect(await of(admin, customer_phone)).toMatchObject({ name: 'Wanjiku Kamau', orders: 2 })
  })

  it('are found by name, phone in any form and e-mail, and by an order of theirs', async () => {
    const admin = await desk()
    const phone = newPhone()
    const { id } = await buys(phone, 'placed', { customer_name: 'Nafula Wekesa 100%', customer_email: 'nafula.w@example.com' })
    const found = async (search: string) => (await listCustomers(admin, { search })).data.map((each) => each.phone)
    for (const search of ['nafula', 'Wekesa Naf', '100%', 'afula.w@', phone, `0${phone.slice(4)}`, phone.slice(-6)])
      expect([search, await found(search)]).toEqual([search, [stored(phone)]])
    for (const search of ['nafula_', 'na', 'Zebedayo', '%%%']) expect([search, await found(search)]).toEqual([search, []])
    const { id: customer } = await of(admin, phone)
    expect((await getCustomer(admin, id)).id).toBe(customer)
    expect((await getCustomer(admin, customer)).phone).toBe(stored(phone))
    for (const other of [randomUUID(), 'nonsense', stored(phone)]) expect(await refusalOf(getCustomer(admin, other))).toBe('customer_not_found')
  })

  it('follow a number that is corrected, an order that is taken back, and one that comes back', async () => {
    const admin = await desk()
    const [wrong, right] = [newPhone(), newPhone()]
    const { id, ctx: mine } = await buys(wrong, 'placed')
    await database.db.execute(sql`update orders set customer_phone = ${stored(right)} where id = ${id}`)
    expect([await of(admin, wrong), (await of(admin, right)).orders]).toEqual([undefined, 1])
    const attempt = await attemptOf(mine, id)
    await discardOrder(mine, id)
    expect(await of(admin, right)).toBeUndefined()
    await tellPaid(mine, attempt)
    expect(await of(admin, right)).toMatchObject({ orders: 1, paid: 4500 })
  })

  it('are counted once, however many orders of one phone are placed at the same moment', async () => {
    const phone = newPhone()
    const shoe = await putOnShelf(database)
    await Promise.all([1, 2, 3].map(() => placed(ctx(), shoe, { customer_phone: phone })))
    expect(await of(await desk(), phone)).toMatchObject({ orders: 3 })
  })

  it('have a note that only admins read, and that nobody overwrites unread', async () => {
    const admin = await desk()
    const phone = newPhone()
    await buys(phone, 'placed')
    const { id } = await of(admin, phone)
    const snapshot = { note: '' }
    expect(await writeCustomerNote(admin, id, { note: ' Wears 43. ' }, snapshot)).toMatchObject({ id, note: 'Wears 43.' })
    expect(await problemOf(writeCustomerNote(admin, id, { note: 'Wears 42.' }, snapshot))).toMatchObject({
      code: 'changed_meanwhile',
      message: expect.stringContaining('note is now "Wears 43."'),
    })
    expect((await of(admin, phone)).note).toBe('Wears 43.')
    await writeCustomerNote(admin, id, { note: '' }, { note: 'Wears 43.' })
    await writeCustomerNote(admin, id, { note: '' })
    const logged = await rowsOf(
      database,
      sql`select action, before, after from audit_log where table_name = 'customers' and row_id = ${id} order by id`,
    )
    expect(logged).toEqual(['customer note written', 'customer note removed'].map((action) => ({ action, before: null, after: null })))
    expect(await refusalOf(writeCustomerNote(admin, id, { note: 'x'.repeat(2001) }))).toBe('bad_input')
  })

  it('are exported, which the log remembers', async () => {
    const admin = await desk()
    const phone = newPhone()
    await buys(phone, 'paid', { customer_name: 'Halima, "Nyali"' })
    const text = await new Response(await exportCustomers(admin, { search: phone })).text()
    expect(text.split('\r\n')).toEqual([
      'Name,Phone,E-mail,Account,Orders,Paid,Returns,Last order,Note',
      expect.stringMatching(new RegExp(`^"Halima, ""Nyali""",${spreadsheetPhone(stored(phone))},,no,1,4500,0,.+,$`)),
      '',
    ])
    const [entry] = await rowsOf(database, sql`select action, actor_id, after from audit_log where action = 'customers exported'`)
    expect(entry).toEqual({ action: 'customers exported', actor_id: admin.actor.userId, after: { searched: true } })
  })

  it('have returned nothing that never left the shop', async () => {
    const phone = newPhone()
    await buys(phone, 'cancelled')
    expect(await of(await desk(), phone)).toMatchObject({ orders: 1, paid: 0, returns: 0 })
  })
})

describe('deleting a customer', () => {
  it('leaves nothing of a person but the books, and tells who has an account with the number', async () => {
    const admin = await desk()
    const who = await affiliate(database)
    const phone = newPhone()
    const holder = await entered(database, { phone, full_name: 'Sofia Owner' })
    const buyer = {
      customer_name: 'Muthoni Njeri',
      customer_email: 'muthoni@example.com',
      delivery_address: 'Kilimani Close 7',
      affiliate_code: who.code,
    }
    const guest = await buys(phone, 'delivered', { ...buyer, receiver_name: 'Akoth Wafula', receiver_phone: '0712 999 887' })
    const own = await buys(phone, 'delivered', buyer, as(ctx(), holder.actor))
    const back = await buys(phone, 'cancelled', { ...buyer, affiliate_code: undefined })
    const [refund] = await rowsOf<{ id: string }>(database, sql`select id from refunds where order_id = ${back.id}`)
    await completeRefund(admin, refund?.id as string, { receipt: newReceipt(), note: 'Spoke to Muthoni Njeri' })
    await writeNote(admin, guest.id, { note: 'Muthoni Njeri calls back', replaces: null })
    // Somebody else bought it, and they received it.
    const gift = await buys(newPhone(), 'delivered', { receiver_name: 'Muthoni Njeri', receiver_phone: phone })
    const { id } = await of(admin, phone)
    await writeCustomerNote(admin, id, { note: 'Muthoni Njeri wears 43.' })
    const before = await rowsOf(database, sql`select total_amount, status, mpesa_receipt_number, affiliate_id from orders order by id`)
    const commission = await commissionRowOf(database, guest.id)

    expect(await deleteCustomer(admin, id)).toBe(3)

    expect(await rowsOf(database, sql`select total_amount, status, mpesa_receipt_number, affiliate_id from orders order by id`)).toEqual(before)
    expect(await commissionRowOf(database, guest.id)).toEqual(commission)
    for (const order of [guest, own, back])
      expect(await orderRow(database, order.id)).toMatchObject({ customer_name: 'Deleted account', customer_phone: '254700000000', user_id: null })
    expect(await orderRow(database, gift.id)).toMatchObject({ customer_name: 'Wanjiku Kamau', receiver_name: null, receiver_phone: null })
    const letters = await postOf(database, holder.email)
    expect(letters.at(-1)).toMatchObject({
      kind: 'customer-deleted',
      subject: expect.stringMatching(/^What Viatu knew of 07•• ••• \d{3} was deleted$/),
    })
    expect(await rowsOf(database, sql`select full_name, phone, deleted_at from profiles where id = ${holder.id}`)).toEqual([
      { full_name: 'Sofia Owner', phone: null, deleted_at: null },
    ])
    // A payment that was made keeps its phone, as after the deletion of an account; what M-Pesa said of it goes after 400 days.
    const places = await placesOf(database, ['Muthoni', 'muthoni@', 'Kilimani Close', 'Akoth', '254712999887', stored(phone)])
    expect(places.filter((place) => !/^public\.(payment_attempts|callbacks|rate_limits): 254/.test(place))).toEqual([])
    const [entry] = await rowsOf(database, sql`select before, after from audit_log where action = 'customer deleted' and row_id = ${id}`)
    expect(entry).toEqual({ before: { orders: 3, phone: expect.stringMatching(/^2547\*{5}\d{3}$/) }, after: null })
    expect(JSON.stringify(admin.logged)).not.toContain(stored(phone))
    expect(await refusalOf(deleteCustomer(admin, id)), 'twice').toBe('customer_not_found')
    expect(await of(admin, phone)).toBeUndefined()
    // Who orders again is a new customer.
    await buys(phone, 'placed', {}, later(ctx(), '1 day'))
    expect((await of(admin, phone)).id).not.toBe(id)
  })

  it('waits for orders that are not finished, and names them', async () => {
    const admin = await desk()
    const phone = newPhone()
    const done = await buys(phone, 'delivered')
    const unpaid = await buys(phone, 'placed')
    const paid = await buys(phone, 'paid')
    const { id: gift } = await buys(newPhone(), 'paid', { receiver_name: 'Akoth', receiver_phone: phone })
    const { id } = await of(admin, phone)
    const code = (order: string) => order.slice(0, 8)
    expect(await problemOf(deleteCustomer(admin, id))).toEqual({
      code: 'customer_busy',
      message: `Orders ${code(paid.id)} and ${code(gift)} (they receive it) are paid and not delivered. Order ${code(unpaid.id)} can still be paid. Settle that first, then delete the customer.`,
    })
    await changeStatus(admin, unpaid.id, { status: 'cancelled', reason: 'Asked for' })
    for (const status of ['shipped', 'delivered']) await changeStatus(admin, gift, { status })
    await changeStatus(admin, paid.id, { status: 'cancelled', reason: 'Asked for' })
    expect(await problemOf(deleteCustomer(later(admin, '1 hour'), id))).toMatchObject({
      message: expect.stringMatching(
        new RegExp(`^Order ${code(paid.id)} has money that is due back\\. (Order ${code(unpaid.id)} can still be paid\\. )?Settle`),
      ),
    })
    expect(await orderRow(database, done.id)).toMatchObject({ customer_phone: stored(phone) })
  })

  it('reaches what Clear All User Data has kept', async () => {
    const admin = await desk()
    const phone = newPhone()
    const order = await buys(phone, 'delivered', { customer_name: 'Kerubo Achieng' })
    await writeNote(admin, order.id, { note: 'Kerubo Achieng calls back', replaces: null })
    await writeCustomerNote(admin, (await of(admin, phone)).id, { note: 'Kerubo Achieng wears 43.' })
    await buys(newPhone(), 'delivered', { customer_name: 'Somebody Else', receiver_name: 'Kerubo Achieng', receiver_phone: phone })
    const who = await entered(database, { isAdmin: true })
    await clearUserData(as(ctx(), who.actor), { confirmation: 'DELETE', password: goodPassword })
    expect(await placesOf(database, ['Kerubo'])).toEqual(['public.data_snapshot_rows: Kerubo'])
    await buys(phone, 'delivered')
    await deleteCustomer(admin, (await of(admin, phone)).id)
    expect(await placesOf(database, ['Kerubo'])).toEqual([])
    expect(await placesOf(database, ['Somebody Else'])).toEqual(['public.data_snapshot_rows: Somebody Else'])
  })

  it('leaves a wallet and its debts as they are', async () => {
    const who = await affiliate(database)
    const { orderId, ctx: mine, attempt } = await referred(database, who, 3000)
    await tellPaid(mine, attempt)
    const admin = await desk()
    for (const status of ['shipped', 'delivered']) await changeStatus(admin, orderId, { status })
    const wallet = () => rowsOf(database, sql`select earned, pending, available from wallets where affiliate_id = ${who.userId}`)
    const before = await wallet()
    await deleteCustomer(later(admin, '1 hour'), orderId)
    expect(await wallet()).toEqual(before)
    expect((await orderRow(database, orderId)).customer_phone).toBe('254700000000')
  })
})
