import { expect, it } from 'vitest'
import { changeHelp, listHelpRows } from '#features/content/help-texts.ts'
import { account } from '../accounts.ts'
import { contextOn, theShop } from '../checkout.ts'
import { usePages } from '../visitor.ts'

const shop = usePages({ isDemo: true })

it('a section is changed by an admin, never over what was saved unread meanwhile, and visitors read it at once', async () => {
  const admin = await shop.visitAs(await account(shop.database, { isAdmin: true }))
  await admin.open('/admin/help')
  expect(admin.text()).toContain('4 to check')
  await admin.follow('Edit Shipping and returns')
  expect(admin.text('.help-help')).toContain('where you deliver, by which options and in how many days, under Delivery in the panel')
  const ctx = contextOn(shop.database, { actor: theShop })
  const row = (await listHelpRows(ctx)).find(({ title }) => title === 'Shipping and returns') as Awaited<ReturnType<typeof listHelpRows>>[number]
  await changeHelp(ctx, row.id, { body: 'Only in Nairobi.', updated_at: row.updated_at })
  const text = '### Do you deliver to Lamu?\n\nYes, **by boat**, says {shop}. <script>alert(1)</script>'
  await admin.press('Save changes', { body: text })
  expect(admin.status).toBe(409)
  expect(admin.text('.help-original')).toBe('What they saved: Shipping and returnsOnly in Nairobi.')
  expect(admin.text('textarea[name=body]')).toBe(text.replace(/\s+/g, ' '))
  await admin.press('Save changes')
  expect(admin.text('[role=status] b')).toBe('Help section saved')
  // As the database says, which the app in process does not hear.
  shop.events.publish('shelf', 'content')
  const visitor = await shop.visit().open('/help')
  expect(visitor.text()).toContain('Yes, by boat, says Viatu.')
  expect(visitor.html).not.toMatch(/alert\(1\)|Only in Nairobi/)
  const { body } = await shop.ask('POST', '/api/functions/ai-chatbot', { body: { message: 'where do you deliver?' } })
  expect(body.response).toContain('by boat')
})

it('a section without a title or a text is refused at its field', async () => {
  const admin = await shop.visitAs(await account(shop.database, { isAdmin: true }))
  await (await admin.open('/admin/help')).follow('Edit Shipping and returns')
  await admin.press('Save changes', { title: ' ', body: 'Kept' })
  expect(admin.status).toBe(400)
  expect(admin.attributes('input[name=title]', 'aria-invalid')).toEqual(['true'])
  expect(admin.text('textarea[name=body]')).toBe('Kept')
})
