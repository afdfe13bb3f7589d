import { expect, it } from 'vitest'
import { openingSteps } from '#domain/opening-checklist.ts'
import { account } from '../accounts.ts'
import { noOtherAccounts } from '../checkout.ts'
import { usePages } from '../visitor.ts'

const isClosed = { isOpen: false, hasMail: false, hasPayments: false }
const shop = usePages({ services: () => ({ opening: isClosed, accounts: { ...noOtherAccounts, from: 'none' } }) })

it('a shop that is getting ready says step by step what is to do and where, and opens when it is done', async () => {
  const admin = await (await shop.visitAs(await account(shop.database, { isAdmin: true }))).open('/admin')
  expect(admin.text('main h2')).toBe('Ready to open?')
  admin.page('.intro').getByText(/^Your shop is closed: visitors read that it opens soon.* 0 of 11 steps are done\.$/)
  const rows = admin.texts('.status-lines tbody tr')
  expect(rows.map((row) => row.replace(/(To do|Advised).*/, '').trim())).toEqual(Object.values(openingSteps).map(({ title }) => title))
  expect(rows[0]).toContain('To do')
  expect(rows[0]).toContain('the ones that stand there are examples.')
  expect(rows.at(-1)).toContain('Advised')
  const where = [...admin.page('.status-lines').getAllByRole('link')].map((link) => [link.textContent, link.getAttribute('href')])
  expect(where).toEqual([
    ['Settings', '/admin/settings'],
    ['Settings', '/admin/settings'],
    ['M-Pesa', '/admin/mpesa'],
    ['Add Product', '/admin/products/new'],
    ['Delivery', '/admin/delivery'],
    ['Your profile', '/dashboard'],
    ['Help Pages', '/admin/help'],
    ['Notifications', '/admin/notifications'],
    ['Settings', '/admin/settings#sms'],
    ['Your shop', '/products'],
  ])
  await admin.press('I have read them')
  expect(admin.said()).toContain('Texts read')
  await admin.press('I have looked')
  expect(admin.said()).toContain('Delivery looked at')
  expect(admin.text('.intro')).toMatch(/2 of 11 steps are done\.$/)
  await admin.press('Open the doors')
  expect([admin.status, admin.said()]).toEqual([
    409,
    expect.stringMatching(/Still to do before the shop opens: Contacts, E-mail, M-Pesa, A product.*; advised as well: /),
  ])
})
