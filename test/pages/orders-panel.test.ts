import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { changeStatus } from '#features/orders/change-status.ts'
import { keepLostPayment } from '#features/orders/payments/find-lost-payments.ts'
import { queuePaymentReview } from '#features/orders/payments/payment-review-queue.ts'
import { account } from '../accounts.ts'
import { affiliate } from '../affiliates.ts'
import { admin, as, contextOn, rowsOf } from '../checkout.ts'
import { orderFor } from '../orders-of.ts'
import { newReceipt } from '../scripted-mpesa.ts'
import { type PageVisitor, usePages } from '../visitor.ts'

const shop = usePages()
const order = (...named: [name: string, becomes: Parameters<typeof orderFor>[2]]) => orderFor(shop.database, ...named)
const boss = async () => shop.visitAs(await account(shop.database, { isAdmin: true, full_name: 'Amina Hassan' }))
/** What the panel says of the form that was sent. */
const outcome = (desk: PageVisitor) => desk.text('.notice[role]')
const row = (desk: PageVisitor, code: string) => desk.page('[data-row]', code)
const codes = (desk: PageVisitor) => desk.attributes('[data-row]', 'aria-label')
/** Sends a form of a dialog, which only scripts open. */
const send = (desk: PageVisitor, { id }: { id: string }, fields: Record<string, string>) => desk.post(`/admin/orders/${id}`, { id, ...fields })

it('an order is found by any of what people say of it', async () => {
  const [mine, other] = [await order('Zawadi Mwikali', 'paid'), await order('Fatuma Ali', 'failed')]
  const desk = await (await boss()).open('/admin/orders')
  expect(codes(desk)).toEqual(expect.arrayContaining([`Order ${mine.code}`, `Order ${other.code}`]))
  for (const words of [mine.code, 'zawadi mwikali', mine.id, mine.order.customer_phone.slice(-9)]) {
    await desk.press('Show', { search: words })
    expect([words, codes(desk)]).toEqual([words, [`Order ${mine.code}`]])
    expect(desk.attributes('input[type=search]', 'value'), 'what was looked for stays in the field').toEqual([words])
  }
  expect(desk.text('[data-row]')).toMatch(/^42 Mbio Runner \d+2 pairs · paid a few minutes ago · /)
  expect(desk.text('[data-row]')).toMatch(/Zawadi Mwikali \+254 .*Moi Avenue 12 Nairobi.*Paid - Ready to Ship.*KSh 9,000/)
  await desk.press('Apply filters', { search: '', Status: 'Payment Failed' })
  expect(codes(desk)).toEqual([`Order ${other.code}`])
  await desk.follow('Show all')
  expect(codes(desk).length).toBeGreaterThan(1)
  await desk.press('Show', { search: 'nobody at all' })
  expect(desk.text('.empty-note')).toBe('No orders found')
})

it('an order moves on step by step, and not past another admin who was faster', async () => {
  const [mine, fresh, assumed] = [await order('Halima Juma', 'paid'), await order('Halima Juma', 'paid'), await order('Halima Juma', 'pending')]
  const desk = await (await boss()).open('/admin/orders?search=Halima')
  await desk.press(`Confirm Shipment, order ${mine.code}`)
  expect(outcome(desk)).toBe(`Order updated Order ${mine.code}.`)
  await desk.press(`Mark as Delivered, order ${mine.code}`)
  expect(outcome(desk)).toBe(`Order updated Order marked as delivered. Order ${mine.code}.`)
  expect(desk.address, 'the search stays').toBe('/admin/orders?search=Halima')
  await changeStatus(as(fresh.ctx, admin), fresh.id, { status: 'shipped' })
  await desk.press(`Confirm Shipment, order ${fresh.code}`)
  expect(desk.status).toBe(409)
  expect(desk.html).toContain('This order has changed meanwhile. It is now: Shipped.')
  row(desk, fresh.code).getByText('Shipped')
  row(desk, assumed.code).getAllByRole('button', { name: `Confirm Order ${assumed.code}` })
  await send(desk, assumed, { intent: 'change', status: 'confirmed' })
  expect(outcome(desk)).toBe(`Order updated Order confirmed and ready for delivery (payment assumed)! Order ${assumed.code}.`)
  expect(desk.text('.pane-head')).toContain("It was confirmed on an admin's word: M-Pesa has reported no payment yet.")
})

it('a cancelled order says why, and its money goes back', async () => {
  const paid = await order('Juma Kiptoo', 'paid')
  const desk = await (await boss()).open(`/admin/orders?search=${paid.code}`)
  const menu = () =>
    row(desk, paid.code)
      .getAllByRole('button', { name: /./ })
      .filter((each) => !each.closest('dialog'))
      .map((each) => each.textContent)
  expect(menu(), 'the next step, and every act in the menu').toEqual(['Confirm Shipment', 'Confirm Shipment', 'Cancel'])
  await send(desk, paid, { intent: 'change', status: 'cancelled', reason: '' })
  expect([desk.status, (await desk.open(`/admin/orders/${paid.id}`)).text('.pane-head')]).toEqual([400, expect.stringContaining('Paid')])
  await send(desk, paid, { intent: 'change', status: 'cancelled', reason: 'The buyer asked for it' })
  expect(outcome(desk)).toBe(`Order updated Order cancelled. Order ${paid.code}.`)
  expect(desk.text('.pane-head')).toMatch(/Cancelled.*Cancelled: The buyer asked for it/)
  // Cancel is always there: the second time it changes nothing, and says so.
  await desk.press(`Cancel order ${paid.code}`)
  expect(outcome(desk)).toBe(`Already cancelled Order ${paid.code} stays as it was.`)

  await desk.follow(/^Refund due/)
  const line = desk.page('tbody tr', paid.code)
  for (const words of ['Juma Kiptoo', 'Paid, and cancelled', 'KSh 9,000']) line.getByText(words)
  line.getByRole('button', { name: `Refund done, order ${paid.code}` })
  const [{ id: refund } = { id: '' }] = await rowsOf<{ id: string }>(shop.database, sql`select id from refunds where order_id = ${paid.id}`)
  const receipt = newReceipt()
  await desk.post('/admin/orders?view=refunds', { intent: 'refund-done', refund, receipt })
  expect([outcome(desk), desk.text('.empty-note')]).toEqual(['Refund done It has left the list.', 'No money has to go back'])
  await desk.open(`/admin/orders/${paid.id}`)
  const story = desk.text('[aria-labelledby=story]')
  expect(story).toMatch(new RegExp(`Money to pay back.*the shop.*KSh 9,000.*Money paid back.*Amina Hassan.*receipt ${receipt}`))
  expect(desk.text('[aria-labelledby=refunds]')).toContain(`code ${receipt}`)
})

it('money from a number that M-Pesa hides goes back to the number that the buyer tells', async () => {
  const hidden = { receipt: newReceipt(), amount: 254_900, phone: null, maskedPhone: '2547 ***** 126', reference: 'ABCD1234' }
  await keepLostPayment(contextOn(shop.database), hidden)
  const desk = await (await boss()).open('/admin/orders?view=refunds')
  const line = desk.page('tbody tr', hidden.receipt)
  line.getByText('Number hidden by M-Pesa: ask the buyer')
  line.getByText('Paid for an order that is lost, ABCD1234, from 2547 ***** 126')
  const [{ id: refund } = { id: '' }] = await rowsOf<{ id: string }>(shop.database, sql`select id from refunds where order_id is null`)
  const form = { intent: 'refund-done', refund, receipt: newReceipt() }
  await desk.post('/admin/orders?view=refunds', form)
  expect([desk.status, desk.html]).toEqual([400, expect.stringContaining('Enter the number the money went to')])
  await desk.post('/admin/orders?view=refunds', { ...form, phone: '0712 345 678' })
  expect(outcome(desk)).toBe('Refund done It has left the list.')
  expect(desk.text()).not.toContain(hidden.receipt)
})

it('a payment without an outcome is looked at by a person', async () => {
  const open = await order('Juma Kiptoo', 'awaiting_payment')
  await queuePaymentReview(open.ctx, open.attempt.id, 'M-Pesa gave no outcome for a day')
  const desk = await (await boss()).open('/admin/orders?view=review')
  const line = desk.page('tbody tr', open.code)
  line.getByText('M-Pesa gave no outcome for a day')
  line.getByRole('button', { name: `Solved, payment of order ${open.code}` })
  await desk.post('/admin/orders?view=review', { intent: 'looked-at', attempt: open.attempt.id, note: 'Not on the statement' })
  expect(outcome(desk)).toBe('Removed from the list What you found is in the audit log.')
  expect(desk.text('.empty-note')).toBe('No payment has a problem')
})

it('M-Pesa is asked again for one order and for several', async () => {
  const [one, two] = [await order('Mercy Chebet', 'failed'), await order('Mercy Chebet', 'failed')]
  const desk = await (await boss()).open('/admin/orders?search=Mercy')
  await desk.press(`Send the prompt again, order ${one.code}`)
  expect(outcome(desk)).toBe('1 of 1 order updated')
  await desk.post('/admin/orders?search=Mercy', { intent: 'prompt', ids: `${one.id} ${two.id}` })
  expect(outcome(desk)).toBe('1 of 2 orders updated The others stayed as they were. The reasons are above the list.')
  const prompts = sql`select count(*)::integer as prompts from payment_attempts where order_id in (${one.id}, ${two.id}) group by order_id`
  expect(await rowsOf(shop.database, prompts)).toEqual([{ prompts: 2 }, { prompts: 2 }])
})

it('several orders are shipped at once, but for those that have changed meanwhile', async () => {
  const [one, two] = [await order('Barasa Wafula', 'paid'), await order('Barasa Wafula', 'paid')]
  const desk = await boss()
  await changeStatus(as(two.ctx, admin), two.id, { status: 'cancelled', reason: 'Gone' })
  await desk.post('/admin/orders?search=Barasa', { intent: 'many', ids: `${one.id} ${two.id}`, status: 'shipped' })
  expect(outcome(desk)).toBe('1 of 2 orders updated The others stayed as they were. The reasons are above the list.')
  row(desk, one.code).getByText('Shipped')
  row(desk, two.code).getByText('Cancelled')
})

it('a long list goes on page by page, and all that match can be chosen', async () => {
  for (let each = 0; each < 25; each++) await order('Wangari Muta', 'paid')
  const desk = await (await boss()).open('/admin/orders?search=Wangari')
  const first = codes(desk)
  expect([first.length, desk.text('.order-bulk label')]).toEqual([24, 'Select all 25'])
  await desk.follow(/Load more/)
  expect(codes(desk)).toHaveLength(1)
  expect(first).not.toContain(codes(desk)[0])
  await desk.follow('Back to the beginning of the orders')
  expect(codes(desk)).toEqual(first)
})

it('an order that is collected says so in its state', async () => {
  const { id, code, ctx } = await order('Wangari Muta', 'paid')
  await shop.database.db.execute(sql`update orders set delivery_kind = 'collect', delivery_option = 'At the shop' where id = ${id}`)
  await changeStatus(as(ctx, admin), id, { status: 'shipped' })
  const desk = await (await boss()).open(`/admin/orders?search=${code}`)
  row(desk, code).getByText('Ready to collect')
  await changeStatus(as(ctx, admin), id, { status: 'delivered' })
  expect((await desk.open(`/admin/orders/${id}`)).text('.pane-head h2')).toBe(`Order ${code}Collected`)
})

it('figures of the shop stand where they help', async () => {
  const desk = await boss()
  for (const [section, figures] of Object.entries({ orders: 1, settings: 0, help: 0, mpesa: 0, audit: 0 }))
    expect([section, (await desk.open(`/admin/${section}`)).texts('[aria-label="The shop in figures"]').length]).toEqual([section, figures])
})

it('one order is shown whole: its note, its payments, what the buyer was told and what the buyer sees', async () => {
  const { id, code } = await order('Wanjiku Kamau', 'failed')
  const desk = await (await boss()).open(`/admin/orders?search=${code}`)
  await desk.follow(new RegExp(code))
  expect(desk.address).toBe(`/admin/orders/${id}?search=${code}`)
  await desk.press('Save note', { 'Write a note': 'Calls back after five.' })
  expect([outcome(desk), desk.text('.note-text')]).toEqual(['Note saved', 'Calls back after five.'])
  expect(desk.text('.pane [name=note]'), 'a note can be changed').toBe('Calls back after five.')

  for (const [sent, error] of Object.entries({
    'receipt=': 'Enter the M-Pesa receipt code',
    'receipt=CASH2711A': '10 letters and figures',
    'receipt=CASH2711A&cash=on': 'Leave this empty if it was cash.',
  })) {
    await send(desk, { id }, { intent: 'record', ...Object.fromEntries(new URLSearchParams(sent)) })
    expect([sent, desk.status, desk.html]).toEqual([sent, 400, expect.stringContaining(error)])
  }
  await send(desk, { id }, { intent: 'record', receipt: '', cash: 'on' })
  expect(outcome(desk)).toMatch(/^Payment recorded Paid in cash CASH-\d+\. The order is paid and ready to ship\.$/)
  expect(desk.text('.pane-head h2')).toBe(`Order ${code}Paid - Ready to Ship`)
  expect(desk.text('.payment-list')).toMatch(/KSh 9,000 from \+254 .*Paid.*Recorded by Amina Hassan.*Paid in cash CASH-\d/)
  expect(desk.text('.payment-list'), 'What M-Pesa answered').toMatch(/Not paid.*The buyer reads: .*Result code1032.*Resultresult 1032/)
  await shop.database.db.execute(sql`
    insert into notices (event_id, order_id, kind, channel, state, sent_at) select id, order_id, 'paid', 'sms', 'sent', now()
    from order_events where order_id = ${id} and to_status = 'waiting_shipment'`)
  expect((await desk.open(`/admin/orders/${id}`)).text('[aria-labelledby=notices]')).toMatch(/^Told the buyerPayment received, SMSSent/)
  const chat = new URL(desk.page('.pane').getByRole('link', { name: 'WhatsApp the buyer' }).getAttribute('href') as string)
  expect([chat.origin, chat.searchParams.get('text')]).toEqual([
    'https://wa.me',
    `Hello Wanjiku, this is Viatu. Your order ${code} is paid. We are packing it now.`,
  ])

  await desk.follow('Packing slip')
  expect(desk.text('article')).toMatch(new RegExp(`${code}.*Wanjiku Kamau.*Moi Avenue 12.*Size 42× 22 pairs\\. Questions\\? `))
  expect(desk.text('article'), 'no prices').not.toMatch(/KSh/)
  await desk.follow('Back to the order')
  await desk.follow('What the buyer sees')
  expect(desk.text('.receipt')).toMatch(/Paid in cash\s*CASH-\d/)
  expect(desk.text()).not.toContain('M-Pesa receipt')
  desk.page('main').getByRole('img', { name: 'A phone at rest' })
  await desk.open(`/admin/orders/${'0'.repeat(8)}`)
  expect([desk.status, desk.text('h1')]).toEqual([404, '404 Page Not Found'])
  await desk.follow('Order Management', 'main')
  expect(desk.text('h1')).toBe('Order Management')
})

it('an order that came by no link is given its affiliate by an admin', async () => {
  const { id } = await order('Njeri Mwangi', 'paid')
  const { code } = await affiliate(shop.database)
  const desk = await (await boss()).open(`/admin/orders/${id}`)
  desk.page('.pane').getByRole('button', { name: 'Name an affiliate' })
  await send(desk, { id }, { intent: 'name-affiliate', affiliate_code: 'NOBODY22' })
  expect([desk.status, desk.html]).toEqual([400, expect.stringContaining('No affiliate has this code, or they are paused.')])
  await send(desk, { id }, { intent: 'name-affiliate', affiliate_code: code })
  expect(outcome(desk)).toBe('Affiliate named The order has a pending commission.')
  expect(desk.text('.order-affiliate')).toMatch(
    new RegExp(`^Referred by Achieng Otieno, ${code} \\(named by Amina Hassan, .*commission KSh 900, pending$`),
  )
  expect(desk.page('.pane').queryByRole('button', { name: 'Name an affiliate' })).toBeNull()
})
