import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { shortLinkTo } from '#features/orders/short-links.ts'
import { account } from '../accounts.ts'
import { contextOn, placed, putOnShelf, rowsOf, tellPaid } from '../checkout.ts'
import { usePages } from '../visitor.ts'

const shop = usePages({ isDemo: true })

it('checkout says that it needs JavaScript, and leads to WhatsApp', async () => {
  const guest = await shop.visit().open('/checkout')
  expect(guest.text('h1')).toBe('Checkout')
  guest.page('main noscript p')
  expect(guest.page('main').getByRole('link', { name: 'Chat with us on WhatsApp' }).getAttribute('href')).toMatch(/^https:\/\/wa\.me\/\d+\?text=/)
})

it('the menu leads to kinds of shoes, and a list to its next page and back', async () => {
  const guest = await shop.visit().open('/')
  await guest.follow('Heels', 'nav[aria-label="Main"]')
  expect(guest.text('h1')).toBe('Heels')
  await guest.follow('All Products', 'nav[aria-label="Main"]')
  const first = guest.texts('article h3')
  await guest.follow('Load more')
  expect(guest.address).toContain('cursor=')
  expect(guest.texts('article h3').filter((name) => first.includes(name))).toEqual([])
  await guest.follow('Back to the first products')
  expect(guest.texts('article h3')).toEqual(first)
})

it.each(['key', 'link'] as const)('an order of a guest is kept in an account by the %s that opens it', async (way) => {
  const order = await placed(contextOn(shop.database), await putOnShelf(shop.database))
  await tellPaid(order.ctx, order.attempt)
  const who = await account(shop.database)
  const buyer = await shop.visitAs(who)
  await buyer.open(way === 'key' ? `/order/${order.id}?key=${order.key}` : shortLinkTo(order.ctx, { id: order.id, phone_changes: 0 }))
  expect(buyer.text('h1')).toBe('Paid. Thank you.')
  expect(buyer.html.includes(order.key)).toBe(way === 'key')
  await buyer.press('Keep this order in my account')
  expect(buyer.text('h1')).toBe('Paid. Thank you.')
  expect(buyer.page().queryByRole('button', { name: 'Keep this order in my account' })).toBeNull()
  expect(await rowsOf(shop.database, sql`select user_id from orders where id = ${order.id}`)).toEqual([{ user_id: who.id }])
})

it.each(['/', '/category/women-shoes', '/checkout'])(
  '%s can be painted by itself: it names no sheet and no script that would hold it up',
  async (path) => {
    const guest = await shop.visit().open(path)
    expect(guest.html).not.toMatch(/<link[^>]*(stylesheet|modulepreload)|<script[^>]* src=/)
    expect(guest.attributes('script', 'type').filter((type) => type === 'module')).toEqual([])
    expect(guest.html).toContain('@font-face')
  },
)

it('no browser makes links of numbers', async () => {
  const guest = await shop.visit().open('/')
  expect(guest.attributes('meta[name="format-detection"]', 'content')).toEqual(['telephone=no'])
})
