import { fireEvent } from '@testing-library/dom'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { account, goodPassword } from '../accounts.ts'
import { orderIn, rowsOf, tellPaid } from '../checkout.ts'
import { debtor } from '../debtor.ts'
import { questionsIn, scriptedPanels } from '../scripted-panel.ts'
import { usePages } from '../visitor.ts'

const shop = usePages()
const draw = scriptedPanels()

const visitAsAdmin = async () => (await shop.visitAs(await account(shop.database, { isAdmin: true, full_name: 'Amina Hassan' }))).open('/admin/data')
/** A paid order that is cleared first. */
let paid: Awaited<ReturnType<typeof orderIn>>
let receipt = ''
const clear = { intent: 'clear', confirmation: 'DELETE', password: goodPassword }

describe('clearing all user data', () => {
  it('says while another clears, and asks nothing then', async () => {
    const [begun, giveUp] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const another = shop.database.ownerDb.transaction(async (tx) => {
      await tx.execute(sql`set local idle_in_transaction_session_timeout = 0; set local transaction_timeout = 0`)
      await tx.execute(sql`lock table orders in exclusive mode`)
      begun.resolve()
      await giveUp.promise
    })
    await begun.promise
    const admin = await visitAsAdmin()
    admin.page('[role=status]', 'Clearing is under way.')
    expect(admin.page().queryByRole('button', { name: 'Clear All User Data' })).toBeNull()
    giveUp.resolve()
    await another
    await admin.open('/admin/data')
    admin.page('.danger').getByRole('button', { name: 'Clear All User Data' })
    admin.page('.danger').getByText(/^This asks more than once before it clears anything, and needs JavaScript for that\.$/)
  })

  it('takes the word and the password, and keeps a snapshot', async () => {
    await orderIn(shop.database, 'waiting_shipment')
    paid = await orderIn(shop.database, 'awaiting_payment')
    receipt = await tellPaid(paid.ctx, paid.attempt)
    await debtor(shop.database)
    const admin = await visitAsAdmin()
    const stats = () => admin.texts('.stats .stat b')
    const before = Number(stats()[0])
    expect(before).toBeGreaterThan(1)
    await admin.post('/admin/data', { ...clear, password: 'not-this-one' })
    expect(admin.status).toBe(403)
    await admin.open('/admin/data')
    expect(stats()[0]).toBe(String(before))
    await admin.post('/admin/data', clear)
    expect(admin.said()).toContain(`Data Cleared Successfully ${before} orders were cleared; a snapshot is kept below.`)
    expect(stats()).toEqual(['0', '0', '0', '0'])
    expect(admin.text('.figure-strip')).toContain('Total RevenueKSh 0')
    const [row] = admin.texts('[aria-labelledby=snapshots] tbody tr')
    expect(row).toMatch(new RegExp(`${before} ?\\d+ ?Amina Hassan ?\\d+ ?.*Download the snapshot of`))
    await admin.follow(/^Download the snapshot/)
    expect(JSON.parse(admin.html).tables.orders).toHaveLength(before)
  })

  it('leaves what was paid, by which an admin and the buyer find the order later', async () => {
    const admin = await visitAsAdmin()
    await admin.open(`/admin/orders/${paid.id}`)
    expect(admin.address).toBe(`/admin/orders?search=${paid.id}`)
    const remains = admin.texts('section').find((text) => text.startsWith('Payments of cleared orders'))
    for (const fact of [paid.id.slice(0, 8), receipt, 'KSh 4,500']) expect(remains).toContain(fact)
    expect(admin.page().queryByText('No orders found')).toBeNull()
    await admin.open(`/order/${paid.id}`)
    expect([admin.status, admin.text('h1')]).toEqual([410, 'Order cleared'])
    expect(admin.text()).toContain('If you have paid for it, call +254 700 000 000')
  })

  it('is refused while a paid order waits that the questions did not name', async () => {
    const admin = await visitAsAdmin()
    await orderIn(shop.database, 'waiting_shipment')
    // Where they name it, the word alone sends nothing: the password is asked for.
    const { ownerDocument } = (await draw(admin, '/admin/data')).part()
    const dialog = () => ownerDocument.querySelector('dialog[open] .confirm')
    const press = (words: string) => [...ownerDocument.querySelectorAll('button')].find(({ textContent }) => textContent === words)?.click()
    press('Clear All User Data')
    await expect.poll(() => dialog()?.textContent).toContain('Its buyer waits for shoes')
    press('Continue')
    await expect.poll(() => dialog()?.querySelector('[name=confirmation]')).toBeTruthy()
    fireEvent.input(dialog()?.querySelector('[name=confirmation]') as never, { target: { value: 'DELETE' } })
    press('Continue')
    await expect.poll(() => ownerDocument.activeElement?.getAttribute('name')).toBe('password')
    await admin.post('/admin/data', { intent: 'clear', confirmation: 'DELETE' })
    expect(admin.status).toBe(409)
    await admin.post('/admin/data', clear)
    expect(admin.said()).toContain('One order was cleared; a snapshot is kept below.')
    expect(await rowsOf(shop.database, sql`select id from orders`)).toEqual([])
  })
})

it('a snapshot says what it holds and what stands in its way, and is put back by an owner', async () => {
  const admin = await visitAsAdmin()
  const [newest, oldest] = admin.attributes('[aria-labelledby=snapshots] a[href^="/admin/data/"]', 'href') as [string, string]
  await shop.database.ownerDb.execute(sql`delete from product_size where product_id = ${paid.shoe.id}`)
  await admin.open(oldest)
  admin.page('[role=note]').getByText('The product of 1 line, or its size, is gone.')
  expect(admin.page().queryByRole('button', { name: 'Put it back' })).toBeNull()
  await admin.follow('Data Management', '.breadcrumb')
  await admin.open(newest)
  expect(admin.text('main h2')).toMatch(/^Cleared on /)
  admin.page().getByText('Nothing stands in its way.')
  expect(admin.texts('tbody tr')).toContainEqual('orders1')
  expect(await questionsIn((await draw(admin, newest)).part())).toEqual({
    'Put it back': expect.stringMatching(/^Put this snapshot back\? Its orders, .*come back as they were.*\[intent=restore\]$/),
  })
  await admin.post(newest, { intent: 'restore' })
  expect(admin.said()).toContain('Snapshot put back One order is back.')
  expect(admin.text('.intro')).toMatch(/^By Amina Hassan\. Put back on /)
  expect(await rowsOf(shop.database, sql`select status from orders`)).toEqual([{ status: 'waiting_shipment' }])
})
