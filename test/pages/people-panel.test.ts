import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { formatDate } from '#domain/nairobi-time.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { account } from '../accounts.ts'
import { referred } from '../affiliates.ts'
import { admin, as, contextOn, newPhone, orderIn, placed, putOnShelf, rowsOf, tellPaid } from '../checkout.ts'
import { codeOf, debtor } from '../debtor.ts'
import { type PageVisitor, usePages } from '../visitor.ts'

const shop = usePages()
const newAccount = (changes: Parameters<typeof account>[1]) => account(shop.database, changes)
const boss = async () => shop.visitAs(await newAccount({ role: 'owner', full_name: 'Amina Boss' }))
const outcome = (desk: PageVisitor) => desk.text('.notice[role]')
const buttons = (desk: PageVisitor, from: string, text = '') =>
  desk
    .page(from, text)
    .getAllByRole('button', { name: /./ })
    .filter((each) => !each.closest('dialog'))
    .map((each) => each.getAttribute('aria-label') ?? each.textContent)

async function newAffiliate(full_name: string) {
  const who = await newAccount({ is_affiliate: true, full_name })
  return { ...who, full_name, ...(await codeOf(shop.database, who.id)) }
}

it('people are found, promoted to admin and demoted again', async () => {
  const who = await newAffiliate('Zuhura Salim')
  const desk = await (await boss()).open('/admin/users')
  await desk.press('Show', { 'Search users': who.email })
  expect(desk.text('tbody tr')).toMatch(new RegExp(`^Zuhura Salim${who.email}\\+254.*${who.code}KSh 0NoRole`))
  expect(buttons(desk, 'tbody')).toEqual(['Role of Zuhura Salim', 'Promote to Admin: Zuhura Salim'])
  expect(desk.page('tbody').getByRole('link', { name: who.code }).getAttribute('href')).toBe(`/admin/affiliates?search=${who.code}`)
  await desk.post(desk.address, { intent: 'promote', id: who.id })
  expect([outcome(desk), desk.text('tbody .badge')]).toEqual(['User promoted to admin successfully', 'Manager'])
  expect(buttons(desk, 'tbody')).toEqual(['Role of Zuhura Salim', 'Demote Zuhura Salim'])
  const other = await (await shop.visitAs(who)).open('/admin/users')
  expect(other.status).toBe(200)
  await desk.post(desk.address, { intent: 'demote', id: who.id })
  expect(outcome(desk)).toBe('Admin demoted They are signed out, and sign in again as a user.')
  expect((await other.open('/admin/users')).address).toMatch(/^\/auth\?/)
  expect((await desk.open('/admin/users?search=nobody-of-this-name')).text('.empty-note')).toBe('No users found')
})

it('an affiliate is paused with a reason, and resumed', async () => {
  const who = await newAffiliate('Rehema Salim')
  const desk = await (await boss()).open(`/admin/affiliates?search=${who.code}`)
  expect(buttons(desk, 'tbody')).toEqual(['Pause Rehema Salim'])
  await desk.post(desk.address, { intent: 'pause', id: who.id, reason: '' })
  expect(desk.status).toBe(400)
  await desk.post(desk.address, { intent: 'pause', id: who.id, reason: 'Clicks that no people made' })
  expect([outcome(desk), desk.text('.person')]).toEqual(['Affiliate paused', 'Rehema SalimPausedClicks that no people made'])
  await desk.press('Apply filters', { search: who.code, state: 'Active' })
  expect(desk.text('.empty-note')).toBe('No affiliate users found')
  await desk.press('Apply filters', { search: who.code, state: 'Paused' })
  expect(buttons(desk, 'tbody')).toEqual(['Resume Rehema Salim'])
  await desk.post(`/admin/affiliates?search=${who.code}`, { intent: 'resume', id: who.id })
  expect([outcome(desk), desk.text('.person')]).toEqual(['Affiliate resumed', 'Rehema Salim'])
})

it('a packer is invited, makes an account, sees orders without money and nothing else, and ships one', async () => {
  const { id } = await orderIn(shop.database, 'waiting_shipment')
  const code = id.slice(0, 8)
  const email = `otieno-${code}@example.com`
  const desk = await (await boss()).open('/admin/users')
  await desk.press('Send the invitation', { email, role: 'packer' })
  expect([desk.status, outcome(desk)]).toEqual([200, 'Invitation sent The link opens once, within three days.'])
  expect(desk.text('[aria-labelledby=invited] tbody tr')).toMatch(new RegExp(`^${email}Packer.* by Amina BossOpenWithdraw`))

  const [letter] = await rowsOf<{ text: string }>(shop.database, sql`select text from messages where to_address = ${email}`)
  const link = /\/invitation\/[\w-]{43}/.exec(letter?.text ?? '')?.[0] as string
  const packer = await shop.visit().open(link)
  packer.page('main').getByText('Work here as Packer')
  await packer.press('Make my account and accept', { 'Full Name': 'Otieno Packs', 'Phone Number': newPhone(), password: 'mbio-wingu-42' })
  expect(packer.address).toMatch(/^\/admin\/orders/)
  const row = packer.page('[data-row]', code)
  row.getByText('Paid - Ready to Ship')
  expect(packer.attributes('.tab-bar a[href^="/admin/"]', 'href')).toEqual(['/admin/orders?view=pack', '/admin/notifications'])
  expect(packer.text()).not.toMatch(/KSh|Cancel|Refund/)
  await packer.open(`/admin/orders/${id}`)
  packer.page('.pane').getByText('Buyer')
  expect(packer.text('.pane')).not.toMatch(/KSh|Cancel|Payment|Note/)
  await packer.press(/^Confirm Shipment/, {}, '.pane')
  expect(packer.text('.pane .notice')).toBe(`Order updated Order ${code}.`)
  expect(buttons(packer, '.pane')).toContain(`Mark as Delivered, order ${code}`)
  await packer.open('/admin/payouts')
  expect([packer.status, packer.text('main')]).toEqual([403, expect.stringMatching(/Access Denied.*Your role does not open this section\./)])
  expect((await packer.open(link)).text()).toContain('This invitation is over')

  await desk.open('/admin/users?who=staff')
  expect(desk.text('[aria-labelledby=invited] tbody tr')).toMatch(/Accepted$/)
  const [{ id: otieno } = { id: '' }] = await rowsOf<{ id: string }>(shop.database, sql`select id from profiles where full_name = 'Otieno Packs'`)
  await desk.post('/admin/users?who=staff', { intent: 'role', id: otieno, role: 'content' })
  expect(outcome(desk)).toBe('Role changed They are signed out, and sign in again with it.')
  expect((await packer.open('/admin/orders')).address).toMatch(/^\/auth\?/)
  // To make an owner takes the password of the owner who does.
  await desk.post('/admin/users?who=staff', { intent: 'role', id: otieno, role: 'owner' })
  expect([desk.status, desk.html]).toEqual([400, expect.stringContaining('Enter your password.')])
  await desk.post('/admin/users?who=staff', { intent: 'role', id: otieno, role: 'owner', password: 'mbio-wingu-42' })
  expect(outcome(desk)).toMatch(/^Role changed/)
})

it('commissions are settled one by one and several at once, and one that is missing is made', async () => {
  const who = await newAffiliate('Kiprono Ruto')
  const [paid, also, unpaid] = [
    await referred(shop.database, who, 4500),
    await referred(shop.database, who, 2000),
    await referred(shop.database, who),
  ]
  for (const order of [paid, also]) await tellPaid(order.ctx, order.attempt)
  const code = unpaid.orderId.slice(0, 8)
  const desk = await (await boss()).open(`/admin/affiliates?search=${who.code}`)
  await desk.follow('Commissions of Kiprono Ruto')
  expect(desk.text('.toolbar')).toContain(`Of Kiprono Ruto (${who.code})`)
  expect(desk.texts('.record')).toHaveLength(3)
  desk.page('main').getByLabelText('Select all that wait')
  const boxes = desk.attributes('.picks [type=checkbox], .record [type=checkbox]', 'data-tap')
  expect(boxes, 'a pick before the scripts have come is kept').toEqual(['', '', '', ''])
  const line = desk.page('.record', code)
  line.getByText(/^Wanjiku Kamau bought for/)
  line.getByText('KSh 450')
  // What would be refused says why, and asks nothing.
  const approve = line.getByRole('button', { name: `Approve the commission of order ${code}` })
  expect([approve.getAttribute('aria-disabled'), approve.getAttribute('aria-haspopup')]).toEqual(['true', null])
  expect(desk.text(`[id="${approve.getAttribute('aria-describedby')}"]`)).toBe('The order is not paid: Awaiting Payment.')
  await desk.post(desk.address, { intent: 'approve-all', ids: [paid, also, unpaid].map(({ commissionId }) => commissionId).join(',') })
  expect(outcome(desk)).toBe('Commission status updated 2 approved, 1 stayed as it was.')
  await desk.post(desk.address, { intent: 'reject', id: unpaid.commissionId, reason: 'Not a real sale' })
  expect(outcome(desk)).toBe('Commission status updated Rejected.')
  desk.page('.record', code).getByText('Not a real sale')
  expect(desk.texts('.record .badge').filter((each) => each === 'Approved')).toHaveLength(2)

  // A person's rejection of an order that is paid can be taken back.
  await tellPaid(unpaid.ctx, unpaid.attempt)
  await desk.follow('Orders without one')
  await desk.press(`Make a commission for order ${code}`)
  expect([outcome(desk), desk.text('.empty-note')]).toEqual([
    'Commission status updated The order has a pending commission.',
    'Every referred order has its commission',
  ])
  expect((await desk.open('/admin/commissions?search=nobody-of-this-name')).text('.empty-note')).toBe('No commissions found')
})

it('a customer is found, written about, exported, and forgotten once their orders are finished', async () => {
  const buyer = { customer_phone: newPhone(), customer_name: 'Nafula Wekesa', customer_email: 'nafula@example.com' }
  const on = contextOn(shop.database)
  const shoe = await putOnShelf(shop.database)
  const finish = async (id: string) => {
    for (const status of ['shipped', 'delivered']) await changeStatus(as(on, admin), id, { status })
    await on.db.execute(sql`update orders set hold_expires_at = now() - interval '1 minute' where id = ${id}`)
  }
  const [done, open] = [await placed(on, shoe, buyer), await placed(on, shoe, buyer)]
  for (const order of [done, open]) await tellPaid(order.ctx, order.attempt)
  await finish(done.id)
  const desk = await (await boss()).open('/admin/customers')
  await desk.press('Show', { 'Search customers': 'nafula' })
  expect(desk.text('tbody tr')).toMatch(/^Nafula Wekesanafula@example\.com\+254.*2KSh 9,0000.*WhatsApp Nafula Wekesa$/)
  expect(
    desk
      .page('tbody')
      .getByRole('link', { name: /^WhatsApp/ })
      .getAttribute('href'),
  ).toMatch(/wa\.me\/254.*Hello%20Nafula/)
  await desk.follow('Nafula Wekesa')
  expect(desk.text('.content-title')).toBe('Nafula Wekesa')
  // Not in its id, which may have many digits by chance.
  expect(desk.address.replace(/[\da-f-]{36}/, ''), 'a number in an address is read by too many').not.toMatch(/\d{9}/)
  expect(desk.text('.customer-facts')).toMatch(/nafula@example\.comBuys as a guest/)
  expect(desk.texts('.stat').join()).toMatch(/Orders\s*2.*Paid\s*KSh 9,000.*Returns\s*0/)
  await desk.press('Save note', { 'What to know about this customer': 'Wears 43 in every brand.' })
  expect([outcome(desk), desk.text('textarea[name=note]')]).toEqual(['Note saved', 'Wears 43 in every brand.'])
  const page = desk.address
  await desk.post(page, { intent: 'delete' })
  const busy = `Order ${open.id.slice(0, 8)} is paid and not delivered. Settle that first, then delete the customer.`
  expect([desk.status, desk.html]).toEqual([409, expect.stringContaining(busy)])
  const file = await (await desk.open('/admin/customers?search=nafula')).follow('Export these customers as CSV')
  expect(file.html).toContain('Nafula Wekesa,07')
  await finish(open.id)
  await desk.post(page, { intent: 'delete' })
  expect((await desk.open('/admin/customers?search=nafula')).text('.empty-note')).toBe('No customers found')
  expect(await rowsOf(shop.database, sql`select distinct customer_name from orders where id in (${done.id}, ${open.id})`)).not.toEqual([
    { customer_name: 'Nafula Wekesa' },
  ])
})

it('debts of deleted accounts are listed without a name, attached to an affiliate who is alike, and written off', async () => {
  const { who, number } = await debtor(shop.database)
  const desk = await (await boss()).open('/admin/affiliates')
  await desk.follow('Debts of deleted accounts')
  expect(desk.text('tbody tr')).toContain('KSh 1,088Not yet')
  const alike = await newAffiliate('Zawadi Alike')
  await shop.database.db.execute(sql`update profiles set phone = ${number.slice(1)} where id = ${alike.id}`)
  await desk.open(desk.address)
  expect(desk.text('tbody tr')).toContain('KSh 1,088Zawadi Alike has the same number')
  const today = formatDate(new Date().toISOString())
  expect(buttons(desk, 'tbody')).toEqual(['Attach KSh 1,088 to Zawadi Alike', `Write off KSh 1,088 of ${today}`])
  await desk.post(desk.address, { intent: 'attach', id: who.id, affiliate_id: alike.id })
  expect([outcome(desk), desk.text('tbody tr')]).toEqual([
    'Debt attached It is taken off what they earn.',
    expect.stringContaining(`Zawadi Alike ${today}`),
  ])
  await desk.post(desk.address, { intent: 'write-off', id: who.id })
  expect([outcome(desk), desk.text('.empty-note')]).toEqual(['Debt written off KSh 1,088 is owed no more.', 'No deleted account owes anything'])
})
