import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { account } from '../accounts.ts'
import { rowsOf } from '../checkout.ts'
import { photoOf } from '../pictures.ts'
import { usePages } from '../visitor.ts'

const shop = usePages({ isDemo: true })

const visitAsAdmin = async () => (await shop.visitAs(await account(shop.database, { isAdmin: true }))).open('/admin/categories')
type Category = { id: string; name: string; slug: string }
const categories = (under = 'women-shoes') =>
  rowsOf<Category>(
    shop.database,
    sql`select c.id, c.name, c.slug from categories c left join categories p on p.id = c.parent_id
      where coalesce(p.slug, '') = ${under} order by c.position`,
  )
const idOf = async (slug: string) => (await rowsOf<Category>(shop.database, sql`select id from categories where slug = ${slug}`))[0]?.id as string
const item = (admin: Awaited<ReturnType<typeof visitAsAdmin>>, name: string) =>
  admin.texts('.category-item').find((text) => text.startsWith(name)) ?? `no ${name}`
const led = async (path: string) => {
  const { status, headers } = await shop.fetch('GET', path)
  return [status, headers.get('location')]
}

describe('a category', () => {
  it('is created without scripts: what is wrong is said at its field; then it stands in the menu, with a page', async () => {
    const admin = await visitAsAdmin()
    await admin.press('Create category')
    admin.page('.new-box[open]').getByText('Enter a name, such as School Shoes.')
    await admin.press('Create category', { Name: 'School Shoes', slug: 'sneakers' })
    admin.page('.new-box[open]').getByText('This is the address of all sneakers. Choose another.')
    expect(admin.attributes('.new-box [name=name]', 'value')).toEqual(['School Shoes'])
    const upload = '/admin/upload?bucket=promotional-images&name=school.png'
    const image_url = JSON.parse((await (await visitAsAdmin()).post(upload, new File([await photoOf()], 'school.png'))).html).public_url
    await admin.press('Create category', { slug: '', image_url })
    expect(admin.said()).toContain('Category created')
    expect(item(admin, 'School Shoes')).toMatch(/^School Shoes ?\/category\/school-shoes ?0 products/)
    await admin.open('/category/school-shoes')
    expect(admin.text('h1')).toBe('School Shoes')
    expect(admin.attributes('main img', 'src')).toContain(image_url)
    admin.page('nav[aria-label=Main]').getAllByRole('link', { name: 'School Shoes' })
  })

  it('is renamed, and its old address leads on with an affiliate’s code', async () => {
    const admin = await visitAsAdmin()
    await admin.follow('Edit Loafers of Men Shoes')
    expect(admin.text('main h2')).toBe('Edit Loafers')
    await admin.press('Save changes', { Name: 'Moccasins', slug: 'moccasins' })
    expect(admin.said()).toContain('Category saved Its former address leads to the new one.')
    admin.page().getByText('Addresses that lead here: /category/loafers')
    expect(await led('/category/loafers?size=40&ref=KAMAU23')).toEqual([301, '/category/moccasins?size=40&ref=KAMAU23'])
    await admin.follow('What was done to it')
    admin.page('tr', 'category changed')
  })

  it('leaves the menu when it is hidden: its page stays, and search machines leave it out', async () => {
    const admin = await visitAsAdmin()
    await admin.press('Hide Unisex Shoes')
    expect(admin.said()).toContain('Category hidden Unisex Shoes is in no menu now.')
    expect(item(admin, 'Unisex Shoes')).toContain('Hidden')
    await admin.open('/category/unisex-shoes')
    expect([admin.text('h1'), admin.attributes('[name=robots]', 'content')]).toEqual(['Unisex Shoes', [expect.stringContaining('noindex')]])
    expect(admin.page('nav[aria-label=Main]').queryByRole('link', { name: 'Unisex Shoes' })).toBeNull()
    await admin.open('/admin/categories')
    await admin.press('Show Unisex Shoes')
    expect(admin.said()).toContain('Category shown Unisex Shoes is in the menu now.')
  })

  it('goes into another with its products and its address, which a new one gets only if it says so', async () => {
    const admin = await visitAsAdmin()
    const [id, to] = [await idOf('flats'), await idOf('sandals')]
    admin.page('.category-item', 'Flats').getByRole('button', { name: 'Merge or delete Flats of Women Shoes' })
    await admin.post('/admin/categories', { intent: 'delete', id, products_to: to })
    expect(admin.said()).toMatch(/Category merged \d+ products went along, and its address leads there\./)
    expect(await led('/category/flats')).toEqual([301, '/category/sandals'])
    await admin.press('Create category', { Name: 'Flats', slug: 'flats' })
    admin.page('.new-box[open]').getByText(/^This address leads to Sandals, which had it before\./)
    await admin.press('Create category', { 'Take this address all the same': true })
    expect(admin.said()).toContain('Category created')
    expect(await led('/category/flats')).toEqual([200, null])
    await admin.post('/admin/categories', { intent: 'delete', id: await idOf('flats') })
    expect(admin.said()).toContain('Category deleted')
  })

  it('stands where it is put, and is moved by buttons that name it', async () => {
    const admin = await visitAsAdmin()
    const [first, second] = await categories()
    const label = `${first?.name} of Women Shoes`
    const buttons = admin.page('.category-item', first?.name ?? '')
    expect(buttons.getByRole('button', { name: `Move ${label} forward` }).hasAttribute('disabled')).toBe(true)
    buttons.getByRole('button', { name: `Drag ${label}` })
    await admin.post('/admin/categories', { intent: 'place', id: first?.id as string, position: '1' })
    expect(admin.said()).toContain('Menu updated')
    expect((await categories()).slice(0, 2).map(({ id }) => id)).toEqual([second?.id, first?.id])
  })
})
