import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { changeStatus } from '#features/orders/change-status.ts'
import { keepLostPayment } from '#features/orders/find-lost-payments.ts'
import { queuePaymentReview } from '#features/orders/payment-review-queue.ts'
import { account } from '../accounts.ts'
import { admin, as, contextOn, placed, putOnShelf, tellFailed, tellPaid } from '../checkout.ts'
import { newReceipt } from '../scripted-mpesa.ts'
import { type Size, shoot, sizes } from './browser.ts'
import { examine } from './examine.ts'
import { useShop } from './shop.ts'
import { closeMessages, heading, said } from './steps.ts'

const shop = useShop()
let shelves = 0

/** An order that the shop's own jobs leave alone: its M-Pesa is the test's. */
async function orderOf(customer_name: string, becomes: 'awaiting_payment' | 'pending' | 'failed' | 'paid') {
  shelves += 1
  const shoe = await putOnShelf({ db: shop.db }, { name: `Mbio Runner ${shelves}`, sizes: { '42': 10 } })
  const order = await placed(contextOn({ db: shop.db }), [[shoe, '42', 2]], { customer_name })
  await shop.db.execute(sql`update payment_attempts set next_check_at = null where order_id = ${order.id}`)
  if (becomes === 'paid') await tellPaid(order.ctx, order.attempt)
  if (becomes === 'failed') await tellFailed(order.ctx, order.attempt)
  if (becomes === 'pending') {
    await shop.db.execute(sql`update orders set status = 'pending' where id = ${order.id}`)
    await shop.db.execute(sql`insert into order_events (order_id, to_status) values (${order.id}, 'pending')`)
  }
  return { ...order, code: order.id.slice(0, 8) }
}

const row = (page: Page, code: string) => page.getByRole('article', { name: `Order ${code}` })
/** The order beside the list, or its own page on a phone. */
const pane = (page: Page, code: string) => page.getByRole('complementary', { name: `Order ${code}` })
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' }).click()
const inDialog = (page: Page) => page.locator('dialog[open]')

describe('the keys of the panel', () => {
  it('go to the search, walk the rows, choose one and open it', async () => {
    const { page } = await shop.visitAsAdmin('desk')
    const [older, newer] = [await orderOf('Kiprop Sang', 'paid'), await orderOf('Kiprop Sang', 'paid')]
    await shop.open(page, '/admin/orders?search=Kiprop')
    await row(page, older.code).waitFor()
    const focused = (code: string) =>
      expect
        .poll(() =>
          row(page, code)
            .getByRole('link')
            .evaluate((link) => link === document.activeElement),
        )
        .toBe(true)
    await page.getByRole('searchbox').fill('')
    await page.locator('body').click({ position: { x: 1, y: 1 } })
    await page.keyboard.press('/')
    await expect.poll(() => page.getByRole('searchbox').evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.type('jx')
    expect(await page.getByRole('searchbox').inputValue(), 'in a field they are letters').toBe('jx')
    await page.getByRole('searchbox').evaluate((field) => (field as HTMLElement).blur())
    await page.keyboard.press('j')
    await focused(newer.code)
    await page.keyboard.press('j')
    await focused(older.code)
    await page.keyboard.press('k')
    await focused(newer.code)
    // With no row chosen, the act of this one.
    await page.keyboard.press('a')
    const ship = page.getByRole('button', { name: `Confirm Shipment, order ${newer.code}` })
    await expect.poll(() => ship.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.keyboard.press('x')
    await expect.poll(() => page.getByLabel(`Choose order ${newer.code}`).isChecked()).toBe(true)
    await page.keyboard.press('j')
    await focused(older.code)
    await page.keyboard.press('k')
    await focused(newer.code)
    await page.keyboard.press('Enter')
    await pane(page, newer.code).waitFor()
    expect(new URL(page.url()).pathname, 'its address is the order’s own').toBe(`/admin/orders/${newer.id}`)
    expect(await page.getByLabel(`Choose order ${newer.code}`).isChecked(), 'the list stays as it is').toBe(true)
    await expect.poll(() => pane(page, newer.code).evaluate((order) => order === document.activeElement)).toBe(true)
    await page.keyboard.press('j')
    await focused(older.code)
    await page.keyboard.press('Enter')
    await pane(page, older.code).waitFor()
    await page.keyboard.press('Escape')
    await pane(page, older.code).waitFor({ state: 'detached' })
    await focused(older.code)
    await page.keyboard.press('a')
    await expect.poll(() => page.getByRole('link', { name: 'Slips' }).evaluate((link) => link === document.activeElement)).toBe(true)
  })
})

describe('Order Management', () => {
  it('is for admins only, at each of its addresses', async () => {
    const { id } = await orderOf('Njeri Mwangi', 'paid')
    const { email, password } = await account({ db: shop.db })
    const visitor = await shop.visit('phone')
    const { request } = visitor.context
    for (const path of [
      '/admin/orders',
      `/admin/orders/${id}`,
      `/admin/orders/${id}/packing-slip`,
      `/admin/orders/packing-slips?ids=${id}`,
      '/admin/orders/new',
    ]) {
      const answer = await request.get(shop.url + path, { maxRedirects: 0 })
      expect([path, answer.status()]).toEqual([path, 302])
    }
    expect((await request.post(`${shop.url}/api/auth/sign-in`, { data: { email, password } })).status()).toBe(200)
    for (const path of [
      '/admin/orders',
      `/admin/orders/${id}`,
      `/admin/orders/${id}/packing-slip`,
      `/admin/orders/packing-slips?ids=${id}`,
      '/admin/orders/new',
    ]) {
      const answer = await request.get(shop.url + path)
      expect([path, answer.status()]).toEqual([path, 403])
      expect(await answer.text()).not.toContain('Njeri')
      const form = { intent: 'change', id, status: 'shipped' }
      expect((await request.post(shop.url + path, { form, headers: { origin: shop.url } })).ok(), `POST ${path}`).toBe(false)
    }
    const { rows } = await shop.db.execute<{ status: string }>(sql`select status from orders where id = ${id}`)
    expect(rows).toEqual([{ status: 'waiting_shipment' }])
  })
})

describe('an admin of orders', () => {
  it('finds orders, moves them on, and tells of new ones without moving the rows', async () => {
    const { page, expectComplaint } = await shop.visitAsAdmin('phone')
    const name = 'Zawadi Mwikali'
    const mine = await orderOf(name, 'paid')
    await shop.open(page, '/admin/orders')
    await row(page, mine.code).waitFor()
    await examine(page, 'orders-list')

    const fresh = await orderOf('Fatuma Ali', 'awaiting_payment')
    await tellPaid(fresh.ctx, fresh.attempt)
    const bar = page.getByRole('link', { name: /1 new paid order/ })
    await bar.waitFor()
    await expect.poll(() => row(page, fresh.code).count()).toBe(0)
    await shoot(page, 'orders-bar', 'screen')
    await bar.click()
    await row(page, fresh.code).waitFor()
    await bar.waitFor({ state: 'detached' })

    // By any of what people say of it.
    for (const words of [mine.code, name.toLowerCase(), mine.id]) {
      // All find the same order: on a page of its own each, or the list of the words before would pass for theirs.
      await shop.open(page, '/admin/orders')
      await page.getByRole('searchbox', { name: 'Find an order' }).fill(words)
      await press(page, 'Show')
      await page.waitForURL((url) => url.searchParams.get('search') === words)
      await row(page, mine.code).waitFor()
      await expect.poll(() => page.getByRole('article', { name: /^Order/ }).count()).toBe(1)
    }

    await press(page, `Confirm Shipment, order ${mine.code}`)
    await said(page, 'Order updated')
    const next = page.getByRole('button', { name: `Mark as Delivered, order ${mine.code}` })
    await next.waitFor()
    await expect.poll(() => next.evaluate((button) => document.activeElement === button), { message: 'the focus comes to what is next' }).toBe(true)
    await page.waitForTimeout(900)
    await next.click()
    await said(page, 'Order marked as delivered.')

    // Somebody else was faster.
    await shop.open(page, `/admin/orders?search=${fresh.code}`)
    await changeStatus(as(fresh.ctx, admin), fresh.id, { status: 'shipped' })
    expectComplaint(/409/)
    await press(page, `Confirm Shipment, order ${fresh.code}`)
    await said(page, 'This order has changed meanwhile. It is now: Shipped.')
    await row(page, fresh.code).getByText('Shipped', { exact: true }).waitFor()
    await closeMessages(page)

    const assumed = await orderOf(name, 'pending')
    await shop.open(page, `/admin/orders?search=${assumed.code}`)
    await press(page, `Confirm Order ${assumed.code}`)
    await inDialog(page).getByRole('button', { name: 'Confirm Order' }).click()
    await said(page, 'Order confirmed and ready for delivery (payment assumed)!')

    await shop.open(page, '/admin/orders?search=nobody+at+all')
    await page.getByText('No orders found').waitFor()
  })

  it('cancels with a reason, sends money back, and looks at what M-Pesa left open', async () => {
    const { page, expectComplaint } = await shop.visitAsAdmin('phone')
    const paid = await orderOf('Halima Juma', 'paid')
    await shop.open(page, `/admin/orders?search=${paid.code}`)
    await page.getByRole('link', { name: paid.code }).click()
    await press(page, `Cancel order ${paid.code}`)
    expectComplaint(/400/)
    await inDialog(page).getByRole('button', { name: 'Cancel order' }).click()
    await inDialog(page).getByText('Say why the order is cancelled.').waitFor()
    await shoot(page, 'orders-cancel', 'screen')
    await inDialog(page).getByLabel('Reason').fill('The buyer asked for it')
    await inDialog(page).getByRole('button', { name: 'Cancel order' }).click()
    await said(page, 'Order cancelled.')
    await pane(page, paid.code)
      .getByRole('heading', { name: /Cancelled/ })
      .waitFor()
    await closeMessages(page)
    // Cancel is always there: the second time it changes nothing, and says so.
    await press(page, `Cancel order ${paid.code}`)
    await said(page, 'Already cancelled')
    await closeMessages(page)

    await page.getByRole('link', { name: 'Back to the orders' }).click()
    await page.getByRole('link', { name: /^Refund due/ }).click()
    await page.getByRole('link', { name: paid.code }).waitFor()
    await examine(page, 'orders-refunds')
    await press(page, `Refund done, order ${paid.code}`)
    await inDialog(page).getByLabel('M-Pesa code of the money back').fill(newReceipt())
    await inDialog(page).getByRole('button', { name: 'Refund done' }).click()
    await said(page, 'Refund done')
    await page.getByRole('link', { name: paid.code }).waitFor({ state: 'detached' })
    await closeMessages(page)

    const hidden = { receipt: newReceipt(), amount: 254_900, phone: null, maskedPhone: '2547 ***** 126', reference: 'ABCD1234' }
    await keepLostPayment(contextOn({ db: shop.db }), hidden)
    await shop.open(page, '/admin/orders?view=refunds')
    await page.getByText('Number hidden by M-Pesa: ask the buyer').first().waitFor()
    await page.getByText('Paid for an order that is lost, ABCD1234, from 2547 ***** 126').first().waitFor()
    await examine(page, 'orders-refund-hidden')
    await press(page, 'Refund done')
    const form = inDialog(page)
    await form.getByLabel('M-Pesa code of the money back').fill(newReceipt())
    await form.getByRole('button', { name: 'Refund done' }).click()
    await form.getByText(/Enter the number the money went to/).waitFor()
    await shoot(page, 'orders-refund-to', 'screen')
    await form.getByLabel('Number the money went to').fill('0712 345 678')
    await form.getByRole('button', { name: 'Refund done' }).click()
    await said(page, 'Refund done')
    await page.getByText(hidden.receipt).waitFor({ state: 'detached' })
    await shop.open(page, `/admin/orders/${paid.id}`)
    for (const step of ['Money to pay back', 'Money paid back']) await page.getByRole('region', { name: 'Timeline' }).getByText(step).waitFor()
    await shoot(page, 'orders-refunded')

    const open_ = await orderOf('Juma Kiptoo', 'awaiting_payment')
    await queuePaymentReview(open_.ctx, open_.attempt.id, 'M-Pesa gave no outcome for a day')
    await shop.open(page, '/admin/orders?view=review')
    await page.getByRole('link', { name: open_.code }).waitFor()
    await examine(page, 'orders-review')
    await press(page, `Looked at, payment of order ${open_.code}`)
    await inDialog(page).getByLabel('What you found').fill('Not on the statement')
    await inDialog(page).getByRole('button', { name: 'Looked at' }).click()
    await said(page, 'Removed from the list')
    await page.getByText('No payment needs a look').waitFor()
  })

  it('has every act in the menu of a row, and asks M-Pesa again for one and for several', async () => {
    const { page } = await shop.visitAsAdmin('desk')
    const [one, two] = [await orderOf('Mercy Chebet', 'failed'), await orderOf('Mercy Chebet', 'failed')]
    const gone = await orderOf('Mercy Chebet', 'paid')
    await shop.open(page, '/admin/orders?search=Mercy+Chebet')
    const menu = async (code: string) => {
      await row(page, code).locator('summary').click()
      return row(page, code).locator('.dropdown-body')
    }
    const names = (await menu(gone.code)).getByRole('button')
    expect(await names.evaluateAll((all) => all.map((each) => each.textContent))).toEqual(['Confirm Shipment', 'Cancel'])
    await names.last().click()
    await inDialog(page).getByLabel('Reason').fill('Asked for')
    // Escape closes the dialog, and not the menu behind it.
    await page.keyboard.press('Escape')
    await inDialog(page).waitFor({ state: 'detached' })
    await names.last().click()
    await inDialog(page).getByLabel('Reason').fill('Asked for')
    await inDialog(page).getByRole('button', { name: 'Cancel order' }).click()
    await said(page, 'Order cancelled.')
    await closeMessages(page)
    await page.goto(page.url())
    await (await menu(gone.code)).getByRole('button', { name: `Cancel order ${gone.code}` }).click()
    await said(page, 'Already cancelled')
    await closeMessages(page)
    await menu(one.code)
    await examine(page, 'orders-menu')
    await press(page, `Send the prompt again, order ${one.code}`)
    await said(page, '1 of 1 order updated')
    await closeMessages(page)

    await shop.open(page, '/admin/orders?search=Mercy+Chebet')
    for (const { code } of [one, two]) await page.getByLabel(`Choose order ${code}`).check()
    await press(page, 'Send the prompt again (2)')
    await inDialog(page).getByRole('button', { name: 'Send the prompt again' }).click()
    await page.getByText('1 of 2 orders updated.').waitFor()
    const { rows } = await shop.db.execute<{ prompts: number }>(
      sql`select count(*)::integer as prompts from payment_attempts where order_id in (${one.id}, ${two.id}) group by order_id`,
    )
    expect(rows).toEqual([{ prompts: 2 }, { prompts: 2 }])
  })

  it('ships several at once, and says which stayed', async () => {
    const { page } = await shop.visitAsAdmin('desk')
    const [one, two] = [await orderOf('Barasa Wafula', 'paid'), await orderOf('Barasa Wafula', 'paid')]
    await shop.open(page, '/admin/orders?search=Barasa&status=waiting_shipment')
    await page.getByLabel('Choose all 2').check()
    await press(page, /^Confirm Shipment: 2/)
    await changeStatus(as(two.ctx, admin), two.id, { status: 'cancelled', reason: 'Gone' })
    await inDialog(page).getByRole('button', { name: 'Confirm Shipment' }).click()
    await page.getByText('1 of 2 orders updated.').waitFor()
    await page.getByText('It is now: Cancelled.').first().waitFor()
    // Under the finger nothing slides: what has left the list keeps its place until the list is asked for again.
    for (const { code } of [one, two]) await row(page, code).getByText('Changed. It no longer matches this list.').waitFor()
    expect(await page.getByRole('button', { name: /^(Confirm Shipment|Cancel), order/ }).count()).toBe(0)
    await closeMessages(page)
    await examine(page, 'orders-bulk')
    const { rows } = await shop.db.execute<{ status: string }>(sql`select status from orders where id = ${one.id}`)
    expect(rows).toEqual([{ status: 'shipped' }])
  })

  it('chooses all that match the filter, also those of later pages', async () => {
    const { page } = await shop.visitAsAdmin('desk')
    for (let each = 0; each < 24; each++) await orderOf('Wangari Muta', 'paid')
    const last = await orderOf('Wangari Muta', 'paid')
    await shop.open(page, '/admin/orders?search=Wangari')
    await expect.poll(() => page.getByRole('article', { name: /^Order/ }).count()).toBe(24)
    await page.getByLabel('Choose all 25').check()
    await page.getByText('25 chosen').waitFor()
    await examine(page, 'orders-choose-all')
    await press(page, /^Packed/)
    await page.getByText('25 of 25 orders updated.').waitFor()
    // Of an order that is collected, its state says so.
    await shop.db.execute(sql`update orders set delivery_kind = 'collect', delivery_way = 'At the shop' where customer_name = 'Wangari Muta'`)
    await changeStatus(contextOn({ db: shop.db }, { actor: admin }), last.id, { status: 'shipped' })
    await shop.open(page, `/admin/orders?search=${last.code}`)
    await row(page, last.code).getByText('Ready to collect').waitFor()
    await changeStatus(contextOn({ db: shop.db }, { actor: admin }), last.id, { status: 'delivered' })
    await shop.open(page, `/admin/orders/${last.id}`)
    await pane(page, last.code)
      .getByRole('heading', { name: /Collected/ })
      .waitFor()
    await shoot(page, 'orders-collected')
    // Figures stand where they help.
    const figures = page.getByRole('region', { name: 'The shop in figures' })
    expect(await figures.count()).toBe(1)
    for (const section of ['settings', 'help', 'mpesa', 'audit']) {
      await shop.open(page, `/admin/${section}`)
      expect(await figures.count(), section).toBe(0)
    }
    await examine(page, 'audit-without-figures')
    await shop.open(page, '/admin/data')
    await press(page, 'Clear All User Data')
    await inDialog(page)
      .getByText(/For 30 days an owner can put it back/)
      .waitFor()
  })

  it('packs from a queue: slips of several, one a sheet, and taken back', async () => {
    const { page } = await shop.visitAsAdmin('phone')
    const [one, two] = [await orderOf('Chebet Rono', 'paid'), await orderOf('Chebet Rono', 'paid')]
    await shop.open(page, '/admin/orders?view=pack')
    const queue = (name: string) => page.getByRole('navigation', { name: 'What to do' }).getByRole('link', { name })
    await expect.poll(() => queue('To pack').getAttribute('aria-current')).toBe('page')
    expect(await row(page, one.code).innerText()).toMatch(/42\s+Mbio Runner \d+[\s\S]*2 pairs · paid a few minutes ago/)
    for (const { code } of [one, two]) await page.getByLabel(`Choose order ${code}`).check()
    await page.getByRole('link', { name: 'Slips' }).click()
    await heading(page, '2 packing slips').waitFor()
    for (const { code } of [one, two]) await page.getByRole('article', { name: `Packing slip of order ${code}` }).waitFor()
    await examine(page, 'orders-slips')
    await page.getByRole('button', { name: 'Packed: 2 orders' }).click()
    await said(page, '2 of 2 orders updated')
    await closeMessages(page)
    await page.getByRole('link', { name: 'Back to the orders' }).click()
    await row(page, one.code).waitFor({ state: 'detached' })
    await queue('To send').click()
    await row(page, two.code).waitFor()

    await page.getByRole('link', { name: two.code }).click()
    await pane(page, two.code)
      .getByRole('button', { name: `Not packed, order ${two.code}` })
      .click()
    await said(page, '1 of 1 order updated')
    await pane(page, two.code)
      .getByRole('button', { name: `Packed, order ${two.code}`, exact: true })
      .waitFor()
    await closeMessages(page)
    await examine(page, 'orders-beside')
    for (const [size, isBeside] of Object.entries({ phone: false, desk: true })) {
      await page.setViewportSize(sizes[size as Size])
      expect(await row(page, one.code).isVisible(), 'beside the list where there is room').toBe(isBeside)
    }
    await page.getByRole('link', { name: 'Back to the orders' }).click()
    await row(page, one.code).waitFor()
    const { rows } = await shop.db.execute<{ packed: boolean }>(
      sql`select packed_at is not null as packed from orders where id in (${one.id}, ${two.id}) order by packed_at`,
    )
    expect(rows.map(({ packed }) => packed)).toEqual([true, false])
  })

  it('names the delivery option that was agreed with a buyer who chose none, on a phone, then ships', async () => {
    const order = await orderOf('Nyambura Kariuki', 'paid')
    await shop.db.execute(sql`
      update orders set delivery_to_agree = true, delivery_kind = null, delivery_way = null, delivery_zone = null, delivery_place = null, delivery_place_id = null,
        promised_from = null, promised_to = null, delivery_address = 'The red gate' where id = ${order.id}`)
    const { page, expectComplaint } = await shop.visitAsAdmin('phone')
    await shop.open(page, `/order/${order.id}`)
    await page.getByText('We contact you to agree how and when it comes.').waitFor()
    await examine(page, 'order-to-agree')
    await shop.open(page, `/admin/orders/${order.id}`)
    await press(page, /^Confirm Shipment/)
    await page
      .getByText(/Agree the delivery of this order with its buyer/)
      .first()
      .waitFor()
    await press(page, 'Name the option')
    await page.getByText('Enter a town or county that we know, such as Kisumu.').waitFor()
    await page.getByLabel('Town, estate or stage').fill('Kisumu')
    await page.getByRole('region', { name: 'Delivery to agree' }).getByLabel('Delivery option').selectOption({ label: 'Nairobi: Boda rider' })
    await press(page, 'Name the option')
    await page.getByText('No option without a fee goes there: make a free one in Delivery first.').waitFor()
    await shop.db.execute(
      sql`update delivery_ways set fee = 0 where name = 'To the door' and zone_id in (select zone_id from delivery_places where id = 'kisumu')`,
    )
    await page.reload()
    await page.getByLabel('Town, estate or stage').fill('Kisumu')
    await page
      .getByRole('region', { name: 'Delivery to agree' })
      .getByLabel('Delivery option')
      .selectOption({ label: 'Mombasa, Kisumu and Nakuru: To the door' })
    await examine(page, 'order-to-agree-panel')
    await press(page, 'Name the option')
    await page.getByText('To the door, Kisumu (Mombasa, Kisumu and Nakuru)').waitFor()
    expectComplaint(/a status of 4(00|09) .*\/admin\/orders/)
    await press(page, /^Confirm Shipment/)
    await expect.poll(() => pane(page, order.code).getByText('Shipped', { exact: true }).count()).toBeGreaterThan(0)
  })

  it('shows one order whole: its note, its payments and its slip', async () => {
    const { page, expectComplaint } = await shop.visitAsAdmin('desk')
    const order = await orderOf('Wanjiku Kamau', 'failed')
    await shop.open(page, `/admin/orders?search=${order.code}`)
    await page.getByRole('link', { name: order.code }).click()
    await page.getByRole('heading', { name: new RegExp(`Order ${order.code}`) }).waitFor()
    await page.getByLabel('Write a note').fill('Calls back after five.')
    await press(page, 'Save note')
    await said(page, 'Note saved')
    await page.locator('.note-text', { hasText: 'Calls back after five.' }).waitFor()

    await press(page, 'Record payment')
    expectComplaint(/400/)
    await inDialog(page).getByRole('button', { name: 'Record payment' }).click()
    await inDialog(page).getByText('Enter the M-Pesa receipt code').waitFor()
    // A word for cash is no receipt; it stays to be corrected.
    await inDialog(page).getByLabel('M-Pesa receipt').fill('CASH2711A')
    await inDialog(page).getByRole('button', { name: 'Record payment' }).click()
    await inDialog(page).getByText('10 letters and figures').waitFor()
    await inDialog(page).getByLabel('Paid in cash').check()
    await inDialog(page).getByRole('button', { name: 'Record payment' }).click()
    await inDialog(page).getByText('Leave this empty if it was cash.').waitFor()
    await examine(page, 'orders-record')
    await inDialog(page).getByLabel('M-Pesa receipt').fill('')
    await inDialog(page).getByRole('button', { name: 'Record payment' }).click()
    await said(page, 'Payment recorded')
    await pane(page, order.code)
      .getByRole('heading', { name: /Paid - Ready to Ship/ })
      .waitFor()
    await page.getByText('Payment received, SMS').waitFor()
    await closeMessages(page)
    await page.getByText('What M-Pesa answered').first().click()
    await page.getByText('result 1032').first().waitFor()
    await page.getByRole('listitem').filter({ hasText: 'Payment received, SMS' }).getByText('Sent').waitFor()
    await examine(page, 'orders-one')
    const chat = new URL((await page.getByRole('link', { name: 'WhatsApp the buyer' }).getAttribute('href')) as string)
    expect([chat.origin, chat.searchParams.get('text')]).toEqual([
      'https://wa.me',
      `Hello Wanjiku, this is Viatu. Your order ${order.code} is paid. We are packing it now.`,
    ])

    await page.getByRole('link', { name: 'Packing slip' }).click()
    const slip = page.getByRole('article', { name: `Packing slip of order ${order.code}` })
    await slip.waitFor()
    expect(await slip.innerText()).toMatch(/42/)
    expect(await slip.innerText(), 'no prices').not.toMatch(/KSh/)
    await examine(page, 'orders-slip')
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => page.getByRole('heading', { level: 1 }).isVisible()).toBe(false)
    await shoot(page, 'orders-printed')
    await page.emulateMedia({ media: 'screen' })

    await page.goto(`${shop.url}/order/${order.id}`)
    await page.locator('.receipt', { hasText: /Paid in cash\s*CASH-\d/ }).waitFor()
    expect(await page.locator('main').innerText()).not.toContain('M-Pesa receipt')
    await page.getByRole('img', { name: 'A phone at rest' }).waitFor()
    await examine(page, 'order-cash')

    expectComplaint(/404/)
    await page.goto(`${shop.url}/admin/orders/${'0'.repeat(8)}`)
    await heading(page, /Page Not Found/).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Order Management' }).click()
    await heading(page, 'Order Management').waitFor()
  })
})

describe('a rider’s day', () => {
  const codeOf = async (id: string) => {
    const { rows } = await shop.db.execute<{ code: string }>(sql`select code from deliveries where order_id = ${id}`)
    return rows[0]?.code as string
  }

  it('begins at the desk, goes over the road at 390 px, with scripts and without, and ends when the link is taken back', async () => {
    const { page } = await shop.visitAsAdmin('desk')
    const [first, second] = [await orderOf('Nafula Barasa', 'paid'), await orderOf('Nafula Wekesa', 'paid')]
    await shop.db.execute(sql`update orders set receiver_name = 'Juma Wekesa', receiver_phone = '254711222333' where id = ${second.id}`)
    await shop.open(page, '/admin/orders')
    await page.getByRole('link', { name: 'Riders' }).click()
    await page.getByLabel('Name').fill('Otieno')
    await page.getByLabel('Phone').fill('0722 111 222')
    await press(page, 'Send the link')
    const link = await page.getByRole('link', { name: 'WhatsApp the link to Otieno' }).getAttribute('href')
    await shop.open(page, '/admin/orders?search=Nafula')
    for (const { code } of [first, second]) await page.getByLabel(`Choose order ${code}`).check()
    await press(page, 'Rider or courier: 2 orders')
    await shoot(page, 'rider-assign', 'screen')
    await inDialog(page).getByLabel('Who').selectOption({ label: 'Otieno (0)' })
    await inDialog(page).getByRole('button', { name: 'Ship' }).click()
    await expect.poll(() => row(page, first.code).textContent()).toContain('Otieno')

    const path = new URL(new URL(link as string).searchParams.get('text')?.split(' ').at(-1) as string).pathname
    const road = await shop.visit('phone')
    const answer = await road.page.goto(shop.url + path)
    expect(answer?.headers()).toMatchObject({ 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin', 'x-robots-tag': 'noindex' })
    expect(await answer?.text()).not.toMatch(/KSh|total_amount|customer_email/)
    await examine(road.page, 'rider-day', { finger: '.rider' })
    const stop = (code: string) => road.page.getByRole('article', { name: new RegExp(code) })
    expect(await stop(second.code).textContent()).toContain('Juma Wekesa receives it for Nafula Wekesa')
    expect(await stop(second.code).getByRole('link', { name: 'Call +254 711 222 333' }).getAttribute('href')).toBe('tel:+254711222333')
    const owner = await account({ db: shop.db })
    await shop.db.execute(sql`update orders set user_id = ${owner.id} where id = ${first.id}`)
    const buyer = await shop.visitAs(owner, 'phone')
    await shop.open(buyer.page, `/order/${first.id}`)
    const code = await codeOf(first.id)
    await buyer.page.getByText(`Delivery code ${code}`).waitFor()
    await buyer.page.getByText('A rider brings your order.').waitFor()
    await press(road.page, `On the way to ${first.code}`)
    await expect.poll(() => stop(first.code).getByRole('status').first().textContent()).toContain('On the way')
    // The buyer's page follows by itself.
    await buyer.page.getByText('The rider has been on the way to you since').waitFor()
    await examine(buyer.page, 'rider-buyer')

    await stop(first.code)
      .getByLabel('Delivery code')
      .fill(code === '1234' ? '4321' : '1234')
    await press(road.page, `Handed over ${first.code}`)
    await stop(first.code).getByText('That is not the code. 4 tries are left.').waitFor()
    await shop.db.execute(sql`update deliveries set wrong_tries = 4 where order_id = ${second.id}`)
    await stop(second.code)
      .getByLabel('Delivery code')
      .fill((await codeOf(second.id)) === '1234' ? '4321' : '1234')
    await press(road.page, `Handed over ${second.code}`)
    await stop(second.code).getByText('Five codes were wrong').waitFor()
    // The box of the reason closes, and is empty.
    await stop(second.code).getByText('Could not hand over').click()
    await stop(second.code).getByLabel('In your words').fill('The gate is shut')
    await press(road.page, `Save this reason for ${second.code}`)
    await expect.poll(() => stop(second.code).getByLabel('In your words').isVisible()).toBe(false)
    expect(await stop(second.code).getByLabel('In your words').inputValue()).toBe('')
    expect(await road.page.evaluate(() => document.activeElement?.textContent)).toBe('Could not hand over')
    expect(await stop(second.code).getByLabel('Delivery code').count()).toBe(0)
    await stop(first.code).getByLabel('Delivery code').fill(code)
    await press(road.page, `Handed over ${first.code}`)
    await expect.poll(() => stop(first.code).getByRole('status').first().textContent()).toBe('Handed over ')
    expect(await stop(first.code).getByRole('link').count()).toBe(0)
    await expect.poll(() => buyer.page.getByRole('heading', { level: 1 }).textContent()).toMatch(/delivered/i)
    expect(await buyer.page.getByText('Delivery code').count()).toBe(0)

    // A phone that runs no scripts.
    const plain = await shop.visit('phone', { javaScriptEnabled: false })
    await plain.page.goto(shop.url + path)
    const its = plain.page.getByRole('article', { name: new RegExp(second.code) })
    await its.getByText('Could not hand over').click()
    await its.getByLabel('Why').selectOption('nobody')
    await its.getByRole('button', { name: `Save this reason for ${second.code}` }).click()
    await its.getByText('Nobody there').first().waitFor()
    await road.page.reload()
    await examine(road.page, 'rider-after', { finger: '.rider' })

    await shop.open(page, '/admin/orders?view=way&search=Nafula')
    await row(page, second.code).getByText('Nobody there').waitFor()
    await examine(page, 'rider-list')
    await shop.open(page, `/admin/orders/${second.id}`)
    await pane(page, second.code).getByRole('heading', { name: 'Delivery' }).waitFor()
    await examine(page, 'rider-order')
    await shop.open(page, `/admin/orders/${first.id}`)
    await pane(page, first.code).getByText('Handed over by Otieno').waitFor()
    await shop.open(page, '/admin/orders/riders')
    await page.getByText('2 stops, 1 handed over, 1 not').waitFor()
    await examine(page, 'riders')
    await page.getByRole('link', { name: 'Run sheet of Otieno' }).click()
    await page.getByRole('article', { name: 'Run sheet of Otieno' }).getByText('Juma Wekesa').waitFor()
    await examine(page, 'run-sheet')
    await page.getByRole('link', { name: 'Back to the riders' }).click()
    // Known from another day: named once, and found by.
    await shop.db.execute(
      sql`insert into rider_days (name, phone, day, token_hash) values ('Akinyi', '254733444555', current_date - 2, repeat('x', 43))`,
    )
    await shop.open(page, '/admin/orders/riders')
    await page.getByRole('button', { name: 'Akinyi rides today' }).waitFor()
    await examine(page, 'riders-known')
    await press(page, 'Akinyi rides today')
    await page.getByRole('link', { name: 'WhatsApp the link to Akinyi' }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Akinyi rides today' }).count()).toBe(0)
    await shop.open(page, '/admin/orders')
    await page.getByText('Filter', { exact: true }).click()
    await page.getByLabel('Rider', { exact: true }).selectOption({ label: 'Otieno' })
    await shoot(page, 'orders-filter', 'screen')
    await press(page, 'Apply filters')
    await page.waitForURL(/rider=/)
    await row(page, first.code).waitFor()
    // The address is new before the page is.
    await page
      .getByRole('link', { name: /^On the way/ })
      .and(page.locator('[href*="rider="]'))
      .click()
    await page.waitForURL(/rider=.*view=way|view=way.*rider=/)
    await row(page, second.code).waitFor()
    await expect.poll(() => row(page, first.code).count()).toBe(0)
    await shop.open(page, '/admin/orders/riders')
    await press(page, 'Take back the link of Otieno')
    await inDialog(page).getByRole('button', { name: 'Take back' }).click()
    await page.getByText('Link taken back').first().waitFor()

    for (const { expectComplaint } of [road, plain]) expectComplaint(/a status of 40[04] .*\/rider\//)
    for (const each of [road, plain]) {
      expect((await each.page.goto(shop.url + path))?.status()).toBe(404)
      await each.page.getByRole('heading', { name: 'This link is over' }).waitFor()
    }
    await examine(road.page, 'rider-over')
  })
})
