import { expect, it } from 'vitest'
import { account } from '../accounts.ts'
import { usePages } from '../visitor.ts'

const shop = usePages({ isDemo: true })

it('a product is changed without scripts: what is wrong is said at its field, and nothing typed is lost', async () => {
  const admin = await shop.visitAs(await account(shop.database, { isAdmin: true }))
  await admin.open('/admin/products?search=Watamu')
  expect(admin.text('.toolbar [role=status]')).toBe('4 products')
  await admin.follow('Edit Watamu Flat, Tumba')
  await admin.press('Save changes', { Name: '', Description: 'Soft and light' })
  expect(admin.status).toBe(400)
  admin.page('dialog').getByText('Enter a name.')
  expect(admin.text('dialog textarea[name=description]')).toBe('Soft and light')
  await admin.press('Save changes', { Name: 'Watamu Flat, Coral' })
  expect(admin.text('[role=status] b')).toBe('Product updated')
  await admin.open('/admin/products?search=Coral')
  admin.page('article', 'Watamu Flat, Coral')
})
