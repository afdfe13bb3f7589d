import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { account, entered } from '../accounts.ts'
import { contextOn, placed, putOnShelf, tellFailed, tellPaid } from '../checkout.ts'
import { usePages } from '../visitor.ts'

const shop = usePages()
const db = shop.database

it('has no orders at first', async () => {
  const visitor = await shop.visitAs(await account(db))
  await visitor.open('/dashboard')
  await visitor.follow('My Orders')
  expect([visitor.address, visitor.text('.dashboard-panel')]).toEqual([
    '/dashboard/orders',
    'No orders yetWhat you order while you are signed in is kept here.All Products',
  ])
})

it('has orders, newest first, page by page; each opens its own page, for nobody else', async () => {
  const { id: userId, email, password } = await account(db)
  const shoe = await putOnShelf(db, { name: 'Karen Driver, Sand', price: 4200, sizes: { '43': 30 } })
  const orders: Awaited<ReturnType<typeof placed>>[] = []
  for (let made = 0; made < 14; made++) {
    const order = await placed(contextOn(db), shoe)
    if (made !== 13) await (made === 12 ? tellFailed : tellPaid)(order.ctx, order.attempt)
    orders.unshift(order)
  }
  const oldest = (orders.at(-1) as (typeof orders)[number]).id
  await db.db.execute(sql`update orders set user_id = ${userId}`)
  // 22:30 in UTC is the next day in Nairobi.
  await db.db.execute(sql`update orders set created_at = '2026-11-19T22:30:00Z' where id = ${oldest}`)
  const visitor = await shop.visitAs({ email, password })
  await visitor.open('/dashboard/orders')
  const code = (id: string) => id.slice(0, 8).toUpperCase()
  const listed = () => visitor.texts('tbody tr').map((row) => row.slice(0, 8).toUpperCase())
  expect([visitor.text('h2'), listed()]).toEqual(['Order History', orders.slice(0, 12).map(({ id }) => code(id))])
  const acts = visitor.texts('tbody tr').map((row) => /Awaiting Payment.*Open$|Payment Failed.*Open$|Paid - Ready to Ship.*Buy again$/.test(row))
  expect(acts).toEqual(Array(12).fill(true))
  await visitor.follow('Load more')
  expect(listed()).toEqual(orders.slice(12).map(({ id }) => code(id)))
  expect(visitor.texts('tbody tr').at(-1)).toMatch(/20 Nov 2026.*Paid - Ready to Ship.*KSh 4,/)
  await visitor.follow(oldest.slice(0, 8))
  expect([visitor.address, visitor.text('h1')]).toEqual([`/order/${oldest}`, 'Paid. Thank you.'])
  for (const words of ['Karen Driver, Sand', 'Size 43', 'So far']) expect(visitor.text()).toContain(words)
  const stranger = await shop.visitAs(await account(db))
  expect([(await stranger.open(`/order/${oldest}`)).status, stranger.text('h1')]).toEqual([404, 'Order not found'])
  await visitor.open('/dashboard/orders')
  await visitor.follow('Load more')
  expect((await visitor.follow('Back to the newest orders')).address).toBe('/dashboard/orders')
})

it('keeps the order of a guest who signs in, by the button on its page', async () => {
  const shoe = await putOnShelf(db, { sizes: { '43': 3 } })
  const { id, key, ctx, attempt } = await placed(contextOn(db), shoe)
  await tellPaid(ctx, attempt)
  const address = `/order/${id}?key=${key}`
  const guest = await shop.visit().open(address)
  const next = encodeURIComponent(address)
  expect(guest.attributes('.keep-hint a', 'href')).toEqual([`/auth?next=${next}`, `/sign-up?next=${next}`])
  const who = await entered(db)
  const visitor = await shop.visitAs(who)
  await visitor.open(address)
  await visitor.press('Keep this order in my account')
  expect(visitor.page().queryByRole('button', { name: 'Keep this order in my account' })).toBeNull()
  expect((await visitor.open(`/order/${id}`)).status, 'it needs no key from now on').toBe(200)
})
