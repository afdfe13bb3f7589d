import { expect, it } from 'vitest'
import { shortCode } from '#domain/order-code.ts'
import { shortLinkTo } from '#features/orders/short-links.ts'
import { contextOn, newPhone, placed, putOnShelf, secrets, tellPaid } from '../checkout.ts'
import { usePages } from '../visitor.ts'

const shop = usePages()

async function paidOrder() {
  const ctx = contextOn(shop.database)
  const phone = newPhone()
  const {
    id,
    attempt,
    ctx: own,
  } = await placed(ctx, await putOnShelf(shop.database, { name: 'Karen Penny Loafer' }), {
    customer_phone: phone,
    customer_email: 'w@example.com',
  })
  await tellPaid(own, attempt)
  return { id, code: shortCode(id), phone: `0${phone.slice(4)}`, link: shortLinkTo(ctx, { id, phone_changes: 0 }) }
}

it('an order is found by its code and phone without scripts, in the same words for a wrong code and a wrong phone, and its buyer stays unnamed', async () => {
  const { code, phone } = await paidOrder()
  const visitor = await shop.visit().open('/')
  await visitor.follow('Track your order', 'footer')
  await visitor.press('Show my order', { code, phone: '0711999999' })
  expect(visitor.text('[role=alert]')).toMatch(/^Order not found.*this code and this phone number/)
  const said = visitor.text('[role=alert]')
  await visitor.press('Show my order', { code: '0badcafe', phone })
  expect([visitor.text('[role=alert]'), visitor.status]).toEqual([said, 404])
  expect(visitor.attributes('.track input:not([type=hidden])', 'value'), 'what was typed').toEqual(['0badcafe', phone])
  await visitor.press('Show my order', { code: 'x', phone: '07' })
  expect([visitor.status, visitor.attributes('.track [aria-invalid=true]', 'name')]).toEqual([400, ['code', 'phone']])

  await visitor.press('Show my order', { code, phone })
  expect([visitor.address, visitor.text('.tracked h2'), visitor.headers.get('cache-control')]).toEqual([
    '/track',
    `Order ${code}`,
    expect.stringContaining('no-store'),
  ])
  expect(visitor.text('.tracked')).toContain('It is paid, and we are packing it.')
  expect(visitor.texts('.tracked ol li').slice(0, 4)).toEqual([
    expect.stringMatching(/^Paid, done\d.* [AP]M$/),
    ...['Packed', 'On its way', 'Delivered'].map((step) => `${step}, not yet`),
  ])
  expect(visitor.text()).not.toMatch(/Wanjiku|Moi Avenue|Karen Penny/)
  await visitor.press('Send me its link again')
  expect([visitor.address, visitor.text('.tracked [role=status]')]).toEqual(['/track', expect.stringMatching(/^The link is on its way\./)])
})

it.each([
  ['/o/abcdefgh.wrong', 404, 'no-referrer'],
  ['/claim/wrong', 404, 'same-origin'],
  ['/invitation/AAAAAAAAAAAAAAAAAAAAAA', 404, 'same-origin'],
])('other sites get no secret of an address such as %s as the referrer', async (path, status, policy) => {
  const answer = await shop.fetch('GET', path)
  expect([answer.status, answer.headers.get('referrer-policy')]).toEqual([status, policy])
})

it('the link of an SMS opens the whole order, keeps its key out of address and page, and is remembered by this browser alone', async () => {
  const { id, link } = await paidOrder()
  const answer = await shop.fetch('GET', link)
  expect([answer.status, answer.headers.get('location'), answer.headers.get('referrer-policy')]).toEqual([302, `/order/${id}`, 'no-referrer'])
  const cookies = answer.headers.getSetCookie()
  expect([cookies.length, cookies[0]]).toEqual([1, expect.stringMatching(/^viatu\.opened=.*HttpOnly.*SameSite=Lax/i)])
  expect(cookies[0]).not.toMatch(/max-age|expires/i)

  const visitor = await shop.visit().open(link)
  expect([visitor.address, visitor.text('h1')]).toEqual([`/order/${id}`, 'Paid. Thank you.'])
  expect(visitor.html).not.toContain(secrets.orderKey(id))
  const whatsapp = visitor.page().getByRole('link', { name: 'Send the link to my WhatsApp' }).getAttribute('href')
  expect(whatsapp).toContain(encodeURIComponent(link))
  expect(visitor.page('.keep-order').getByRole('link', { name: 'Sign Up' }).getAttribute('href')).toBe(
    `/sign-up?next=${encodeURIComponent(`/order/${id}`)}`,
  )
  await visitor.open(`/order/${id}`)
  expect(visitor.text('h1')).toBe('Paid. Thank you.')
  expect((await shop.visit().open(`/order/${id}`)).status).toBe(404)
  await visitor.open(`${link.slice(0, -16)}${'A'.repeat(16)}`)
  expect([visitor.status, visitor.text('h1')]).toEqual([404, 'Order not found'])
})
