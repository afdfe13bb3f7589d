import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { account } from '../accounts.ts'
import { rowsOf } from '../checkout.ts'
import { photoOf } from '../pictures.ts'
import { scriptedPanels } from '../scripted-panel.ts'
import { type PageVisitor, usePages } from '../visitor.ts'

const shop = usePages({ isDemo: true })
const draw = scriptedPanels()

const visitAsAdmin = async () => shop.visitAs(await account(shop.database, { isAdmin: true }))
const productNamed = async (name: string) =>
  (
    await rowsOf<{ id: string; price: string; stock: number }>(
      shop.database,
      sql`select id, price::text, stock from shelf where name = ${name} and archived_at is null`,
    )
  )[0]
/** The last sentence of a run of sizes is empty as long as nothing is wrong with it. */
const errors = (admin: PageVisitor) => admin.texts('.field-error').filter(Boolean)
const idOf = async (name: string) => (await productNamed(name))?.id as string

describe('a product', () => {
  it('is created without scripts: what is wrong is said at its field, and nothing typed is lost', async () => {
    const admin = await visitAsAdmin()
    await admin.open('/admin/products')
    await admin.follow('Add Product')
    await admin.press('Add product', { Name: 'Ziwa Trail, Reed', 'Price, KSh': 'free', Stock: '5' }, 'dialog')
    expect([admin.status, errors(admin)]).toEqual([400, ['Enter an amount in KSh.']])
    await admin.press('Add product', { 'Price, KSh': '0' }, 'dialog')
    expect(errors(admin)).toEqual(['A price is at least KSh 1.'])
    const sized = { Sizes: true, 'size.800.label': '38', 'size.800.stock': '3', 'size.801.label': '40', 'size.801.stock': 'x' }
    await admin.press('Add product', { 'Price, KSh': '2,999', 'Discount, %': '15', ...sized }, 'dialog')
    expect(errors(admin)).toEqual([expect.stringMatching(/^Size 40: Enter /)])
    expect(admin.attributes('[name=name]', 'value')).toEqual(['Ziwa Trail, Reed'])
    const said = { Category: 'Casual', 'Style code': 'ziwa', 'Featured on the home page': true }
    await admin.press('Add product', { 'Stock of 40': '7', ...said }, 'dialog')
    expect(admin.said()).toContain('Product created')
    await admin.open('/admin/products')
    expect(admin.texts('.stock-card')[0]).toMatch(/Casual ?KSh 2,549 ?Before discount: KSh 2,999, stock 10 ?38–40 ?Featured ?-15% ?Available$/)
    await admin.follow('Edit Ziwa Trail, Reed')
    expect(admin.text('.preview')).toContain('Customers pay KSh 2,549')
    expect(admin.attributes('.size-row [type=hidden][name$=label]', 'value')).toEqual(['38', '40'])
    expect(admin.attributes('[name=style_code]', 'value')).toEqual(['ziwa'])
  })

  it('is changed without scripts: what is wrong is said at its field, and nothing typed is lost', async () => {
    const admin = await visitAsAdmin()
    await admin.open('/admin/products?search=Watamu')
    expect(admin.text('.toolbar [role=status]')).toBe('4 products')
    await admin.follow('Edit Watamu Flat, Tumba')
    await admin.press('Save changes', { Name: '', Description: 'Soft and light' })
    expect(admin.status).toBe(400)
    admin.page('dialog').getByText('Enter a name.')
    expect(admin.text('dialog textarea[name=description]')).toBe('Soft and light')
    await admin.press('Save changes', { Name: 'Watamu Flat, Coral' })
    expect(admin.said()).toContain('Product updated')
    await admin.open('/admin/products?search=Coral')
    admin.page('article', 'Watamu Flat, Coral')
  })

  it('keeps what was typed when pairs were sold or words were changed meanwhile, and shows what is there now', async () => {
    const admin = await visitAsAdmin()
    const id = await idOf('Ruka High, Tarmac')
    await admin.open(`/admin/products/${id}`)
    await shop.database.ownerDb.execute(sql`
      insert into stock_movements (product_size_id, delta, reason, note)
      select id, 1 - stock, 'manual', 'counted' from product_size where product_id = ${id} and label = '42'`)
    await shop.database.ownerDb.execute(sql`update products set description = 'Theirs', price = price + 1 where id = ${id}`)
    await admin.press('Save changes', { Name: 'Ruka High, Asphalt', 'Stock of 42': '30', Description: 'Mine' })
    expect(admin.said()).toContain('Someone else has changed this meanwhile: description is now "Theirs".')
    expect(admin.text('textarea[name=description]')).toBe('Mine')
    await admin.press('Save changes')
    expect(admin.said()).toContain('The stock changed while you were editing. It is now 1 of size 42.')
    expect(admin.texts('.size-now')).toEqual(['now 1'])
    admin.page('dialog').getByDisplayValue('30')
    await admin.press('Save changes')
    expect(admin.said()).toContain('Product updated')
    await admin.open('/admin/products?search=Asphalt')
    admin.page('article', 'Ruka High, Asphalt')
  })

  it('has pictures with a text and a primary one, and leads to the shop and to what was done to it', async () => {
    const admin = await visitAsAdmin()
    const id = await idOf('Mbio Runner, Lake')
    await admin.open(`/admin/products/${id}`)
    expect(admin.texts('.picture-list .picture-frame')).toEqual(['Primary', '', '', ''])
    await admin.press('Save text of picture 2 of 4', { 'What it shows': 'From the side' })
    expect(admin.said()).toContain('Text saved')
    expect(admin.attributes('.picture-list img', 'alt')[1]).toBe('From the side')
    await admin.press('Make primary, picture 3 of 4')
    expect(admin.texts('.picture-list .picture-frame')).toEqual(['', '', 'Primary', ''])
    await admin.follow('What was done to it')
    expect(admin.address).toBe(`/admin/audit?table=products&search=${id}`)
    await admin.open(`/admin/products/${id}`)
    await admin.follow('See it in the shop')
    expect(admin.text('h1')).toBe('Mbio Runner, Lake')
  })

  it('takes a picture as a file, and says what is wrong with another', async () => {
    const admin = await visitAsAdmin()
    const id = await idOf('Mbio Runner, Mango')
    const send = (file: BlobPart, name: string) => admin.post(`/admin/products/${id}/pictures?name=${name}`, new File([file], name))
    const pictures = async () => (await admin.open(`/admin/products/${id}`)).texts('.picture-frame').length
    const before = await pictures()
    await send(await photoOf(), 'side.png')
    expect([admin.status, JSON.parse(admin.html)]).toEqual([201, expect.objectContaining({ product_id: id })])
    await send('<!doctype html><script>alert(1)</script>', 'page.jpg')
    expect([admin.status, JSON.parse(admin.html).error.code]).toEqual([422, 'file_refused'])
    expect(await pictures()).toBe(before + 1)
  })

  it('is deleted after a question that says what becomes of it', async () => {
    const admin = await visitAsAdmin()
    await admin.open('/admin/products?search=Watamu')
    await admin.follow('Delete Watamu Canvas Flat, Cotton')
    admin.page('dialog', 'Delete Watamu Canvas Flat, Cotton?').getByText('It leaves the shop at once, with its pictures. Orders keep what they sold.')
    await admin.press('Delete product')
    expect(admin.said()).toContain('Product deleted')
    expect(admin.address).toBe('/admin/products?search=Watamu')
    expect(await productNamed('Watamu Canvas Flat, Cotton')).toBeUndefined()
    await admin.open('/admin/products/3f9a21c8-6d0e-4b7a-9c55-0d1f2e3a4b5c/delete')
    expect(admin.status).toBe(404)
  })
})

describe('the list of products', () => {
  it('searches as the shop does, says how it read the words, and filters', async () => {
    const admin = await visitAsAdmin()
    await admin.open('/admin/products?search=sneaker')
    expect(admin.text('.read-as')).toBe('Showing sneakers.')
    expect(admin.text('.toolbar [role=status]')).toMatch(/^\d\d products$/)
    await admin.press('Show', { 'Search products': 'stileto' })
    expect(admin.text('.read-as')).toBe('Nothing matched exactly; these come close.')
    expect(admin.texts('.stock-card')[0]).toContain('Stiletto')
    await admin.press('Apply filters', { Availability: 'Unavailable', search: '' })
    expect(admin.texts('.stock-card').length).toBeGreaterThan(0)
    for (const card of admin.texts('.stock-card')) expect(card).toMatch(/stock 0.*Unavailable$/)
    await admin.open('/admin/products?search=no+such+shoe')
    admin.page().getByText('No products found')
    admin.page('.pick-files').getByRole('link', { name: 'Import' })
  })

  it('is a table too, with the stock of each size, and goes on where it ends', async () => {
    const admin = await visitAsAdmin()
    await admin.open('/admin/products')
    const shown = admin.texts('.stock-card').length
    expect(admin.texts('.pick-bar .button')[1]).toMatch(/^Change all \d+ products$/)
    await admin.follow('Load more')
    expect(admin.texts('.stock-card').length).toBeGreaterThan(0)
    expect(shown).toBe(24)
    await admin.follow('Back to the newest products')
    await admin.open('/admin/products?search=Ruka')
    await admin.follow('As a table')
    expect(admin.attributes('.size-stock', 'aria-label')[0]).toBe('Stock of each size')
    expect(admin.texts('.size-stock li')[0]).toMatch(/^\d\d \d+$/)
    await admin.follow('As cards')
    expect(admin.address).toBe('/admin/products?search=Ruka')
  })

  it('stays a table for who chose one, until they choose cards', async () => {
    const [admin, other] = [await visitAsAdmin(), await visitAsAdmin()]
    await admin.open('/admin/products')
    await admin.follow('As a table')
    await admin.open('/admin/products')
    expect(admin.texts('.size-stock').length).toBeGreaterThan(0)
    await other.open('/admin/products')
    expect(other.texts('.size-stock')).toEqual([])
    await admin.follow('As cards')
    await admin.open('/admin/products')
    expect(admin.texts('.size-stock')).toEqual([])
  })
})

describe('a change of many products', () => {
  it('is shown before it is made, and refused where it cannot be read', async () => {
    const admin = await visitAsAdmin()
    await admin.open('/admin/products?search=Nyota')
    const before = Number((await productNamed('Nyota Trainer, Violet'))?.price)
    expect(new Set(admin.attributes('.stock-card-pick [name=id]', 'form'))).toEqual(new Set([admin.attributes('.pick-bar', 'id')[0]]))
    const list = await draw(admin, '/admin/products?search=Nyota')
    const change = () =>
      (({ textContent, disabled }) => [textContent, disabled])(list.part('.pick-bar [type=submit]') as unknown as HTMLButtonElement)
    expect(change(), 'only scripts know what is picked').toEqual(['Change selected', true])
    list.box('Select Nyota Trainer, Violet').click()
    await expect.poll(change).toEqual(['Change selected (1)', false])
    const picked = new URLSearchParams({ search: 'Nyota', pick: '1', id: await idOf('Nyota Trainer, Violet') })
    picked.append('id', await idOf('Nyota Trainer, Sky'))
    await admin.open(`/admin/products/bulk?${picked}`)
    expect(admin.text('main h2')).toBe('Change 2 products')
    await admin.press('Show what changes', { 'Raise or lower the price': true, 'By how many percent': 'ten' })
    expect(admin.texts('.field-error')[0]).toContain('Enter percents from -90 to 500')
    await admin.press('Show what changes', { 'By how many percent': '10' })
    expect(admin.text('.bulk [role=status]')).toBe('2 products will change.')
    expect(admin.texts('.bulk tbody tr')[0]).toMatch(/^Nyota Trainer, .*KSh [\d,]+.*KSh [\d,]+/)
    await admin.press('Change 2 products')
    expect(admin.said()).toContain('2 products changed')
    expect(Number((await productNamed('Nyota Trainer, Violet'))?.price)).toBe(Math.round(before * 1.1))
  })

  it('leaves out of a discount what it would make dearer, unless that is ticked, and may be of all', async () => {
    const admin = await visitAsAdmin()
    const id = await idOf('Nyota Trainer, Sky')
    await admin.open(`/admin/products/bulk?pick=1&id=${id}&kind=discount&discount=20`)
    await admin.press('Change 1 product')
    expect(admin.said()).toContain('1 product changed')
    await admin.open(`/admin/products/bulk?pick=1&id=${id}&kind=discount&discount=10`)
    expect(admin.text('.bulk [role=status]')).toBe('0 products will change, 1 product would cost more and stays as now.')
    await admin.press('Show what changes', { 'Also where a product then costs more than now': true })
    expect(admin.text('.bulk [role=status]')).toBe('1 product will change.')
    await admin.open('/admin/products/bulk?kind=discount&discount=5')
    expect(admin.text('main h2')).toMatch(/^Change all \d+ products$/)
    expect(admin.text('.bulk [role=status]')).toMatch(/\d+ products would cost more and stay as now/)
  })
})

describe('an import', () => {
  const file = (text: string) => new File([text], 'shoes.csv', { type: 'text/csv' })

  it('is shown before it is made, leaves out what is wrong, and of an export changes nothing', async () => {
    const admin = await visitAsAdmin()
    await admin.open('/admin/products')
    await admin.follow('Import')
    expect(admin.text('main h2')).toBe('Import products')
    expect(admin.texts('.import-help dt').length).toBeGreaterThan(8)
    const csv = file('name;price;stock\r\nPwani Slide, Salt;1,990;12\r\nPwani Slide, Sand;free;3\r\n')
    await admin.press('Check the file', { file: csv })
    expect(admin.text('.import-result [role=status]')).toMatch(/^1 new product, 0 changed products, .*1 row with problems\.$/)
    expect(admin.texts('.import-result tbody tr')[0]).toBe('3priceEnter an amount in KSh, such as 4500.')
    expect(await productNamed('Pwani Slide, Salt')).toBeUndefined()
    await admin.press('Import 1 product without the 1 row with problems', { file: csv })
    expect(admin.text('.import-result h2')).toBe('Imported')
    expect(await productNamed('Pwani Slide, Salt')).toMatchObject({ price: '1990.00', stock: 12 })
    await admin.open('/admin/products/export.csv')
    expect(admin.headers.get('content-disposition')).toBe('attachment; filename="viatu-products.csv"')
    const exported = file(admin.html)
    await admin.open('/admin/products/import')
    await admin.press('Check the file', { file: exported })
    admin.page().getByText('There is nothing to import.')
  })

  it('asks for the pairs that a file of another shop does not say', async () => {
    const admin = await visitAsAdmin()
    const lines = 'Handle,Title,Published,Option1 Name,Option1 Value,Variant Price,Status\nplain,Plain Boot,true,Size,41,5200.00,active\n'
    await admin.open('/admin/products/import')
    await admin.press('Check the file')
    admin.page().getByText('Select a file.')
    await admin.press('Check the file', { file: file(lines) })
    await admin.press('Check the file', { file: file(lines), 'Pairs of each size': 'many' })
    admin.page().getByText('Enter a whole number of pairs.')
    expect(admin.attributes('[name=pairs]', 'value')).toEqual(['many'])
    await admin.press('Check the file', { file: file(lines), 'Pairs of each size': '3' })
    expect(admin.text('.import-result [role=status]')).toMatch(/^Read as a product export of Shopify\. 1 new product/)
    await admin.press('Import 1 product', { file: file(lines), 'Pairs of each size': '3' })
    expect(await productNamed('Plain Boot')).toMatchObject({ price: '5200.00', stock: 3 })
  })
})
