import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { account } from '../accounts.ts'
import { photoOf } from '../pictures.ts'
import { examine } from './examine.ts'
import { useShop } from './shop.ts'
import { said } from './steps.ts'

const shop = useShop()

const card = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name })
const dialog = (page: Page) => page.getByRole('dialog')
const productNamed = async (name: string) =>
  (
    await shop.db.execute<{ id: string; price: string; stock: number }>(
      sql`select id, price::text, stock from shelf where name = ${name} and archived_at is null`,
    )
  ).rows[0]

describe('Product Management', () => {
  it('is for admins alone, at every one of its addresses', async () => {
    const paths = ['', '/new', '/3f9a21c8-6d0e-4b7a-9c55-0d1f2e3a4b5c', '/bulk', '/import', '/export.csv', '/template.csv'].map(
      (each) => `/admin/products${each}`,
    )
    const shopper = await shop.visitAs(await account({ db: shop.db }), 'desk')
    for (const path of paths) {
      const stranger = await fetch(shop.url + path, { redirect: 'manual' })
      expect([stranger.status, stranger.headers.get('location')]).toEqual([302, `/auth?next=${encodeURIComponent(path)}`])
      expect((await shopper.context.request.get(shop.url + path)).status(), path).toBe(403)
    }
    const { id } = (await productNamed('Karen Penny Loafer, Chestnut')) as { id: string }
    const forms: [string, Record<string, string>][] = [
      ['/admin/products', { intent: 'delete', id }],
      ['/admin/products/new', { intent: 'save', name: 'Mine', price: '1', stock: '1' }],
      [`/admin/products/${id}`, { intent: 'save', name: 'Mine', price: '1', stock: '1' }],
      [`/admin/products/bulk?pick=1&id=${id}&kind=price&price=1`, { intent: 'apply', digest: 'x' }],
      ['/admin/products/import', { intent: 'check' }],
      [`/admin/products/${id}/pictures`, {}],
    ]
    for (const [path, form] of forms) expect((await shopper.context.request.post(shop.url + path, { form })).status(), path).toBe(403)
    expect(await productNamed('Karen Penny Loafer, Chestnut')).toMatchObject({ id })
    shopper.expectComplaint(/403/)
  })

  it('takes a new product with a run of sizes and pictures, and says which picture it could not take', async () => {
    const { page, expectComplaint } = await shop.visitAsAdmin('desk')
    expectComplaint(/40[09]|422/)
    await shop.open(page, '/admin/products')
    await examine(page, 'admin-products-list')
    await page.getByRole('link', { name: 'Add Product' }).click()
    const form = dialog(page)
    await form.getByLabel('Name').waitFor()
    await expect.poll(() => form.getByLabel('Name').evaluate((field) => field === document.activeElement)).toBe(true)
    await form.getByRole('button', { name: 'Add product' }).click()
    await form.getByText('Enter a name.').waitFor()
    await said(page, 'Some fields need another look.')
    await examine(page, 'admin-products-refused')
    // What is said above a dialog can be closed there.
    await page.getByRole('button', { name: 'Close message' }).click()
    await form.getByLabel('Name').fill('Ziwa Trail, Reed')
    await form.getByLabel('Price, KSh').fill('0')
    await form.getByText('A price is at least KSh 1.').waitFor()
    await form.getByLabel('Price, KSh').fill('2,999')
    await form.getByLabel('Discount, %').fill('15')
    await form.getByText('Customers pay KSh 2,549').waitFor()
    await form.getByLabel('Sizes').check()
    await form.getByLabel('From', { exact: true }).fill('38')
    await form.getByLabel('To', { exact: true }).fill('41')
    await form.getByLabel('Stock of each').fill('3')
    await form.getByRole('button', { name: 'Fill' }).click()
    await form.getByLabel('Stock of 40').fill('7')
    await form.getByRole('button', { name: 'Take 41 away' }).click()
    await form.getByLabel('Category').selectOption({ label: 'Casual' })
    await form.getByLabel('Style code').fill('ziwa')
    await form.getByLabel('Featured on the home page').check()
    await form.getByLabel('Add pictures').setInputFiles([
      { name: 'side.png', mimeType: 'image/png', buffer: Buffer.from(await photoOf()) },
      { name: 'page.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<!doctype html><script>alert(1)</script>') },
      { name: 'pair.png', mimeType: 'image/png', buffer: Buffer.from(await photoOf({ format: 'jpeg' })) },
      { name: 'IMG_0042.HEIC', mimeType: 'image/heic', buffer: Buffer.from('heic') },
    ])
    await form.getByText('This is a HEIC photo').waitFor()
    await examine(page, 'admin-products-new')
    await form.getByRole('button', { name: 'Leave out IMG_0042.HEIC' }).click()
    await form.getByRole('button', { name: 'Add product' }).dblclick()
    await said(page, 'Product created but some images failed to upload.')
    await form.getByRole('button', { name: 'Try again, page.jpg' }).waitFor()
    await examine(page, 'admin-products-partly')
    await expect.poll(() => form.getByText('Primary', { exact: true }).count()).toBe(1)
    await form.getByRole('button', { name: 'Leave out page.jpg' }).click()
    await form.getByRole('link', { name: 'Close' }).click()
    await page.waitForURL('**/admin/products')
    const made = card(page, 'Ziwa Trail, Reed')
    expect((await made.innerText()).replace(/\s+/g, ' ')).toMatch(/Casual KSh 2,549 .*KSh 2,999 ?, stock 13 38–40 Featured -15% Available/)
    expect(await made.count(), 'pressed twice, it is created once').toBe(1)
    await expect.poll(() => made.locator('img').getAttribute('src')).toMatch(/^\/files\/product-images\/products\/.*\.webp$/)
  })

  it('orders pictures by keyboard and buttons, and the first that remains becomes primary', async () => {
    const { page } = await shop.visitAsAdmin('phone')
    const { id } = (await productNamed('Mbio Runner, Lake')) as { id: string }
    const order = async () =>
      (
        await shop.db.execute<{ image_url: string; is_primary: boolean }>(
          sql`select image_url, is_primary from product_images where product_id = ${id} order by display_order`,
        )
      ).rows
    const [first, second, third] = (await order()).map(({ image_url }) => image_url)
    await shop.open(page, `/admin/products/${id}`)
    const form = dialog(page)
    await form.getByRole('button', { name: 'Move picture 1 of 4 back' }).click()
    await expect.poll(async () => (await order()).slice(0, 2).map(({ image_url }) => image_url)).toEqual([second, first])
    await form.getByRole('button', { name: 'Drag picture 1 of 4' }).focus()
    await page.keyboard.press('Space')
    // Only then the places are measured: an arrow that comes before leads nowhere.
    await page.getByText('It is over place 1 of 4.').waitFor({ state: 'attached' })
    await page.keyboard.press('ArrowRight')
    await page.getByText('It is over place 2 of 4.').waitFor({ state: 'attached' })
    await page.keyboard.press('Space')
    await expect.poll(async () => (await order())[0]?.image_url).toBe(first)
    // A busy browser shows the new order later than the database has it.
    await expect.poll(() => form.locator('.picture-list img').first().getAttribute('src')).toBe(first)
    await form.getByText('Details of picture 1 of 4').click()
    await examine(page, 'admin-products-picture')
    await form.getByLabel('What it shows').first().fill('Mbio Runner from the side')
    await form.getByRole('button', { name: 'Save text of picture 1 of 4' }).click()
    await said(page, 'Text saved')
    await form.getByRole('button', { name: 'Delete picture 1 of 4', exact: true }).click()
    await form.getByRole('button', { name: 'Delete now, picture 1 of 4' }).click()
    await said(page, 'Picture deleted')
    expect((await order()).map(({ image_url, is_primary }) => [image_url, is_primary]).slice(0, 2)).toEqual([
      [second, true],
      [third, false],
    ])
  })

  it('keeps what was typed when pairs were sold or words were changed meanwhile, and shows what is there now', async () => {
    const { page, expectComplaint } = await shop.visitAsAdmin('desk')
    expectComplaint(/409/)
    const line = await shop.line('Ruka High, Tarmac', '42')
    await shop.open(page, `/admin/products/${line.id}`)
    const form = dialog(page)
    await form.getByLabel('Name').fill('Ruka High, Asphalt')
    await form.getByLabel('Stock of 42').fill('30')
    await form.getByLabel('Description').fill('Mine')
    await shop.setStock(line, 1)
    await shop.db.execute(sql`update products set description = 'Theirs', price = price + 1 where id = ${line.id}`)
    await form.getByRole('button', { name: 'Save changes' }).click()
    await said(page, 'Someone else has changed this meanwhile: description is now "Theirs".')
    await expect.poll(() => form.getByLabel('Description').inputValue()).toBe('Mine')
    await form.getByRole('button', { name: 'Save changes' }).click()
    await form.getByText('now 1', { exact: true }).waitFor()
    await said(page, 'The stock changed while you were editing. It is now 1 of size 42.')
    await examine(page, 'admin-products-moved')
    await expect.poll(() => form.getByLabel('Stock of 42').inputValue()).toBe('30')
    await form.getByRole('button', { name: 'Save changes' }).click()
    await said(page, 'Product updated')
    expect(await page.locator('.toast').count(), 'no error outlives it').toBe(1)
    await page.waitForURL('**/admin/products')
    await card(page, 'Ruka High, Asphalt').waitFor()
  })

  it('asks before what was typed is lost, and before a product is deleted', async () => {
    const { page } = await shop.visitAsAdmin('phone')
    await shop.open(page, '/admin/products?search=Watamu')
    await page.getByRole('link', { name: 'Edit Watamu Flat, Tumba' }).click()
    await dialog(page).getByLabel('Name').fill('Changed')
    await page.keyboard.press('Escape')
    await page.getByText('What you changed is not saved.').waitFor()
    await examine(page, 'admin-products-leaving')
    await page.getByRole('button', { name: 'Leave without saving' }).click()
    await page.waitForURL('**/admin/products?search=Watamu')
    await page.getByRole('link', { name: 'Delete Watamu Flat, Tumba' }).click()
    await examine(page, 'admin-products-delete')
    await page.getByRole('button', { name: 'Delete product' }).click()
    await said(page, 'Product deleted')
    await page.waitForURL('**/admin/products?search=Watamu')
    await card(page, 'Watamu Flat, Tumba').waitFor({ state: 'detached' })
    // The address changes before the page does: until then the dialog keeps people from the list, and a script's typing would go with it.
    await dialog(page).waitFor({ state: 'detached' })
    await page.getByRole('searchbox', { name: 'Search products' }).fill('no such shoe')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByText('No products found').waitFor()
    await page.getByRole('link', { name: 'Import' }).waitFor()
    await expect.poll(() => page.getByRole('searchbox', { name: 'Search products' }).evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await productNamed('Watamu Flat, Tumba')).toBeUndefined()
  })

  it('searches as the shop does, and says how it read the words', async () => {
    const { page } = await shop.visitAsAdmin('phone')
    await shop.open(page, '/admin/products?search=sneaker')
    await page.getByText('Showing Sneakers.').waitFor()
    await expect.poll(() => page.locator('.toolbar').getByRole('status').textContent()).toMatch(/^\d\d products$/)
    await examine(page, 'admin-products-read-as')
    await page.getByRole('searchbox', { name: 'Search products' }).fill('stileto')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByText('Nothing matched exactly; these come close.').waitFor()
    await page.locator('.stock-card', { hasText: 'Stiletto' }).first().waitFor()
  })

  it('changes those that are picked, after showing what becomes of each', async () => {
    const { page } = await shop.visitAsAdmin('desk')
    await shop.open(page, '/admin/products?search=Nyota')
    // Only scripts know what is picked: it rests as soon as they have taken the page over.
    await expect.poll(() => page.getByRole('button', { name: 'Change picked' }).isDisabled()).toBe(true)
    for (const name of ['Nyota Trainer, Violet', 'Nyota Trainer, Sky']) await page.getByLabel(`Pick ${name}`).check()
    await page.getByRole('button', { name: 'Change picked (2)' }).click()
    await page.getByLabel('Raise or lower the price').check()
    await page.getByLabel('By how many percent').fill('ten')
    await page.getByRole('button', { name: 'Show what changes' }).click()
    await page.getByText('Enter percents from -90 to 500').waitFor()
    await page.getByLabel('By how many percent').fill('10')
    await page.getByRole('button', { name: 'Show what changes' }).click()
    await page.getByText('2 products will change').waitFor()
    await examine(page, 'admin-products-bulk')
    const before = Number((await productNamed('Nyota Trainer, Violet'))?.price)
    await page.getByRole('button', { name: 'Change 2 products' }).click()
    await said(page, '2 products changed')
    await page.waitForURL('**/admin/products?search=Nyota')
    expect(Number((await productNamed('Nyota Trainer, Violet'))?.price)).toBe(Math.round(before * 1.1))
    await shop.open(page, '/admin/products/bulk?kind=discount&discount=5')
    await page.getByText(/products would cost more and stay as now/).waitFor()
    await examine(page, 'admin-products-bulk-dearer')
  })

  it('imports a table after showing what it would do, and exports one that changes nothing', async () => {
    const { page, context } = await shop.visitAsAdmin('desk')
    await shop.open(page, '/admin/products')
    await page.getByRole('link', { name: 'Import' }).click()
    await page.getByRole('heading', { name: 'Import products' }).waitFor()
    await examine(page, 'admin-products-import')
    const file = (text: string) => ({ name: 'shoes.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await page.getByLabel('File').setInputFiles(file('name;price;stock\r\nPwani Slide, Salt;1,990;12\r\nPwani Slide, Sand;free;3\r\n'))
    await page.getByRole('button', { name: 'Check the file' }).click()
    await page.getByText('1 new product').waitFor()
    expect((await page.getByRole('row').nth(1).innerText()).replace(/\s+/g, ' ')).toBe('3 price Enter an amount in KSh, such as 4500.')
    await examine(page, 'admin-products-checked')
    expect(await productNamed('Pwani Slide, Salt')).toBeUndefined()
    await page.getByRole('button', { name: 'Import 1 product without the 1 row with problems' }).click()
    await said(page, 'Products imported')
    expect(await productNamed('Pwani Slide, Salt')).toMatchObject({ price: '1990.00', stock: 12 })
    const exported = await context.request.get(`${shop.url}/admin/products/export.csv`)
    expect(exported.headers()['content-disposition']).toBe('attachment; filename="viatu-products.csv"')
    await page.getByLabel('File').setInputFiles(file(await exported.text()))
    await page.getByRole('button', { name: 'Check the file' }).click()
    await page.getByText('There is nothing to import.').waitFor()
  })

  it('works without scripts', async () => {
    const { page, expectComplaint } = await shop.visitAsAdmin('phone', { javaScriptEnabled: false })
    expectComplaint(/400/)
    await page.goto(`${shop.url}/admin/products/new`)
    await page.getByLabel('Name').fill('Plain Shoe')
    await page.getByLabel('Price, KSh').fill('free')
    await page.getByLabel('Stock', { exact: true }).fill('5')
    await page.getByRole('button', { name: 'Add product' }).click()
    await page.getByText('Enter an amount in KSh.').waitFor()
    await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Plain Shoe')
    await page.getByLabel('Price, KSh').fill('500')
    await page.getByRole('button', { name: 'Add product' }).click()
    await page.getByText('Product created').waitFor()
    const { id } = (await productNamed('Plain Shoe')) as { id: string }
    await page.goto(`${shop.url}/admin/products/bulk?pick=1&id=${id}&kind=discount&discount=20`)
    await page.getByRole('button', { name: 'Change 1 product' }).click()
    await page.getByText('1 product changed').waitFor()
    await page.goto(`${shop.url}/admin/products/bulk?pick=1&id=${id}&kind=discount&discount=10`)
    await page.getByText('1 product would cost more and stays as now').waitFor()
    await page.getByLabel('Also where a product then costs more than now').check()
    await page.getByRole('button', { name: 'Show what changes' }).click()
    await page.getByText('1 product will change').waitFor()
    await page.goto(`${shop.url}/admin/products/${id}/delete`)
    await page.getByRole('button', { name: 'Delete product' }).click()
    await page.getByText('Product deleted').waitFor()
    expect(await productNamed('Plain Shoe')).toBeUndefined()

    const lines = 'Handle,Title,Published,Option1 Name,Option1 Value,Variant Price,Status\nplain,Plain Boot,true,Size,41,5200.00,active\n'
    const boots = { name: 'boots.csv', mimeType: 'text/csv', buffer: Buffer.from(lines) }
    const checks = async () => {
      await page.getByLabel('File', { exact: true }).setInputFiles(boots)
      await page.getByRole('button', { name: 'Check the file' }).click()
    }
    await page.goto(`${shop.url}/admin/products/import`)
    await checks()
    await page.getByLabel('Pairs of each size').fill('many')
    await checks()
    await page.getByText('Enter a whole number of pairs.').waitFor()
    await expect.poll(() => page.getByLabel('Pairs of each size').inputValue()).toBe('many')
    await page.getByLabel('Pairs of each size').fill('3')
    await checks()
    await page.getByLabel('File', { exact: true }).setInputFiles(boots)
    await page.getByRole('button', { name: 'Import 1 product' }).click()
    await page.getByRole('heading', { name: 'Imported' }).waitFor()
    expect(await productNamed('Plain Boot')).toMatchObject({ price: '5200.00', stock: 3 })
  })
})

describe('Category Management', () => {
  const menu = async () =>
    (
      await shop.db.execute<{ slug: string }>(
        sql`select c.slug from categories c left join categories p on p.id = c.parent_id where p.slug = 'women-shoes' order by c.position`,
      )
    ).rows.map(({ slug }) => slug)
  const item = (page: Page, name: string) => page.locator('.category-item').filter({ has: page.getByRole('heading', { name, exact: true }) })

  it('adds a category with a picture, refuses what cannot be, and renames it: old links lead on, with an affiliate’s code', async () => {
    const { page, expectComplaint } = await shop.visitAsAdmin('desk')
    expectComplaint(/400/)
    await shop.open(page, '/admin/categories')
    await examine(page, 'admin-categories')
    await page.getByText('New category').click()
    const form = page.locator('.new-box')
    await form.getByRole('button', { name: 'Create category' }).click()
    await form.getByText('Enter a name, such as School Shoes.').waitFor()
    await form.getByLabel('Name').fill('School Shoes')
    await form.getByLabel('Address', { exact: false }).first().fill('sneakers')
    await form.getByRole('button', { name: 'Create category' }).click()
    await form.getByText('This is the address of all sneakers. Choose another.').waitFor()
    await examine(page, 'admin-categories-refused')
    await form.getByLabel('Address', { exact: false }).first().fill('')
    await form.locator('[type=file]').setInputFiles({ name: 'school.png', mimeType: 'image/png', buffer: Buffer.from(await photoOf()) })
    await form.getByRole('img', { name: 'Picture as it is' }).waitFor()
    await form.getByRole('button', { name: 'Create category' }).click()
    await said(page, 'Category created')
    await shop.open(page, '/category/school-shoes')
    await page.getByRole('heading', { name: 'School Shoes', level: 1 }).waitFor()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'School Shoes' }).waitFor()
    await examine(page, 'category-with-picture')

    await shop.open(page, '/admin/categories')
    await page.getByRole('link', { name: 'Edit School Shoes' }).click()
    await page.getByLabel('Name').fill('Back to School')
    await page.getByLabel('Address', { exact: false }).first().fill('back-to-school')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await said(page, 'Category saved')
    await page.waitForURL('**/admin/categories')
    const led = await fetch(`${shop.url}/category/school-shoes?size=40&ref=KAMAU23`, { redirect: 'manual' })
    expect([led.status, led.headers.get('location')]).toEqual([301, '/category/back-to-school?size=40&ref=KAMAU23'])
    await page.goto(`${shop.url}/category/school-shoes?ref=KAMAU23`)
    await page.getByRole('heading', { name: 'Back to School', level: 1 }).waitFor()
    expect(page.url()).toContain('/category/back-to-school?ref=KAMAU23')
  })

  it('is ordered by buttons and by keyboard', async () => {
    const { page } = await shop.visitAsAdmin('phone')
    const [first, second] = await menu()
    await shop.open(page, '/admin/categories')
    await page.getByRole('button', { name: 'Move Sandals of Women Shoes back' }).click()
    await expect.poll(async () => (await menu()).slice(0, 2)).toEqual([second, first])
    await page.getByRole('button', { name: 'Drag Sandals of Women Shoes' }).focus()
    await page.keyboard.press('Space')
    await page.getByText('It is over place 2 of 5.').waitFor({ state: 'attached' })
    await page.keyboard.press('ArrowUp')
    await page.getByText('It is over place 1 of 5.').waitFor({ state: 'attached' })
    await page.keyboard.press('Space')
    await expect.poll(async () => (await menu()).slice(0, 2)).toEqual([first, second])
  })

  it('leaves the menu when it is hidden, and goes into another with its products and its address', async () => {
    const { page, expectComplaint } = await shop.visitAsAdmin('desk')
    expectComplaint(/400/)
    const main = page.getByRole('navigation', { name: 'Main' })
    await shop.open(page, '/admin/categories')
    await page.getByRole('button', { name: 'Hide Unisex Shoes' }).click()
    await said(page, 'Category hidden')
    await item(page, 'Unisex Shoes').getByText('Hidden').waitFor()
    await shop.open(page, '/category/unisex-shoes')
    await page.getByRole('heading', { name: 'Unisex Shoes', level: 1 }).waitFor()
    expect(await main.getByRole('link', { name: 'Unisex Shoes' }).count()).toBe(0)
    expect(await page.locator('[name=robots]').getAttribute('content')).toContain('noindex')

    await shop.open(page, '/admin/categories')
    await page.getByRole('button', { name: 'Show Unisex Shoes' }).click()
    await said(page, 'Category shown')
    await page.getByRole('button', { name: 'Merge or delete Flats of Women Shoes' }).click()
    const question = dialog(page)
    await question.getByRole('button', { name: 'Merge or delete' }).click()
    await question.getByText('Choose the category that its products go to, or none.').waitFor()
    await examine(page, 'admin-categories-merge')
    await question.getByLabel('Its products go to').selectOption({ label: 'Sandals' })
    await question.getByRole('button', { name: 'Merge or delete' }).click()
    await said(page, 'Category merged')
    const led = await fetch(`${shop.url}/category/flats`, { redirect: 'manual' })
    expect([led.status, led.headers.get('location')]).toEqual([301, '/category/sandals'])
    await page.getByRole('button', { name: 'Merge or delete Back to School' }).click()
    await dialog(page).getByRole('button', { name: 'Merge or delete' }).click()
    await said(page, 'Category deleted')
    // Another may have its address now; that of the merged one only if it says so.
    await page.getByText('New category').click()
    const form = page.locator('.new-box')
    await form.getByLabel('Name').fill('Flats')
    await form.getByLabel('Address', { exact: false }).first().fill('flats')
    await form.getByRole('button', { name: 'Create category' }).click()
    await form.getByText('This address leads to Sandals, which had it before.').waitFor()
    await form.getByLabel('Take this address all the same').check()
    await form.getByRole('button', { name: 'Create category' }).click()
    await said(page, 'Category created')
    expect((await fetch(`${shop.url}/category/flats`, { redirect: 'manual' })).status).toBe(200)
  })
})
