import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { columnNames } from '#domain/product-csv.ts'
import { checkImport, importProducts } from '#features/catalogue/import-products.ts'
import { exportProducts, productTemplate } from '#features/catalogue/product-file.ts'
import { listProductRows } from '#features/catalogue/product-lists.ts'
import { changeProduct, createProduct } from '#features/catalogue/write-product.ts'
import { admin, contextOn, placed, rowsOf } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'

const database = useDatabase({ isWalk: true })
const ctx = () => contextOn(database, { actor: admin })
const code = (wanted: string, more: object = {}) => expect.objectContaining({ code: wanted, ...more })
const bytes = (text: string) => new TextEncoder().encode(text)
const check = (text: string) => checkImport(ctx(), bytes(text))

/** Imports as an admin does: first the preview, then the import. */
async function bring(text: string) {
  const { digest } = await check(text)
  return importProducts(ctx(), bytes(text), digest)
}
const find = async (search: string) => (await listProductRows(ctx(), { search })).data
const written = async (filter = {}) => Buffer.from(await new Response(exportProducts(ctx(), filter)).arrayBuffer()).toString()
const counted = () =>
  rowsOf(
    database,
    sql`select (select count(*) from products) as products, (select count(*) from stock_movements) as moves, (select count(*) from audit_log) as entries`,
  )

describe('importing products', () => {
  it('makes those that are new, each with its stock and its row in the log', async () => {
    const text = 'name,price,category,sizes,stock,is_featured\r\nMbio,"4,500",casual,40=3|41=0,,yes\r\nLamu,2490,Heels,,7,\r\n'
    expect(await check(text)).toMatchObject({ format: 'Viatu', rows: 2, created: 2, changed: 0, unchanged: 0, problemCount: 0 })
    expect(await find('Mbio')).toEqual([])
    await bring(text)
    const [mbio] = await find('Mbio')
    expect(mbio).toMatchObject({
      price: 4500,
      category: { slug: 'casual' },
      is_featured: true,
      is_available: true,
      stock: 3,
      product_sizes: [
        { label: '40', stock: 3 },
        { label: '41', stock: 0 },
      ],
    })
    expect(await find('Lamu')).toMatchObject([{ stock: 7, product_sizes: [{ label: 'One size' }], category: { slug: 'heels' } }])
    expect(await rowsOf(database, sql`select action, actor_id from audit_log where row_id = ${mbio?.id}`)).toEqual([
      { action: 'product created by import', actor_id: admin.userId },
    ])
  })

  it('does nothing the second time', async () => {
    const text = 'name,price,stock\r\nTwice,100,1\r\n'
    await bring(text)
    const before = await counted()
    expect(await check(text)).toMatchObject({ created: 0, changed: 0, unchanged: 1 })
    await bring(text)
    expect(await counted()).toEqual(before)
  })

  it('changes what a row says of a product, found by its id or by style and name, and nothing else', async () => {
    const made = await createProduct(ctx(), {
      name: 'Nyota',
      price: 100,
      style_code: 'ny',
      description: 'Kept.',
      is_available: false,
      sizes: [{ label: '40', stock: 3 }],
    })
    const report = await bring(`id,price\n${made.id.toUpperCase()},150\n`)
    expect(report).toMatchObject({ changed: 1, rowsShown: [{ row: 2, name: 'Nyota', act: 'change', changed: ['price'] }] })
    await bring('name,style_code,discount\nNyota,ny,\n').catch(() => {})
    await bring('name,style_code,discount_percentage,description,sizes\nNyota,ny,10,,41=2\n')
    expect(await find('Nyota')).toEqual([
      { ...made, price: 150, discount_percentage: 10, unit_price: 135, stock: 5, product_sizes: [...made.product_sizes, { label: '41', stock: 2 }] },
    ])
    expect(await rowsOf(database, sql`select before, after from audit_log where row_id = ${made.id} order by id desc limit 1`)).toEqual([
      { before: { discount_percentage: 0 }, after: { discount_percentage: 10, product_sizes: [{ label: '41', stock: 2 }] } },
    ])
  })

  it('puts sizes in the place of a plain stock', async () => {
    await createProduct(ctx(), { name: 'Plain', price: 100, stock: 9 })
    await bring('name,sizes\nPlain,40=1|41=2\n')
    expect(await find('Plain')).toMatchObject([{ stock: 3, product_sizes: [{ label: '40' }, { label: '41' }] }])
  })

  it('does not touch stock that the file does not change, however much was sold since', async () => {
    const made = await createProduct(ctx(), { name: 'Sold', price: 100, sizes: [{ label: '40', stock: 5 }] })
    const file = (await written({ search: 'Sold' })).replace(',100,', ',120,')
    await changeProduct(ctx(), made.id, { sizes: [{ label: '40', stock: 2, seen: 5 }] })
    await bring(file)
    expect(await find('Sold')).toMatchObject([{ price: 120, stock: 2 }])
  })

  it('refuses stock that the file changes when it has moved since, and says what it is now', async () => {
    const made = await createProduct(ctx(), { name: 'Moved', price: 100, sizes: [{ label: '40', stock: 5 }] })
    const file = (await written({ search: 'Moved' })).replace('40=5', '40=15')
    const looked = await check(file)
    expect(looked).toMatchObject({ changed: 1, rowsShown: [{ changed: ['stock'] }] })
    await changeProduct(ctx(), made.id, { sizes: [{ label: '40', stock: 4, seen: 5 }] })
    await expect(importProducts(ctx(), bytes(file), looked.digest)).rejects.toThrow(code('import_moved'))
    expect(await check(file)).toMatchObject({
      changed: 0,
      problems: [{ row: 2, column: 'sizes', message: 'The stock changed since this file was made. It is now size 40: 4.' }],
    })
  })

  it('lets orders go on, and no pair is sold or counted twice', async () => {
    const made = await createProduct(ctx(), { name: 'Wanted', price: 100, sizes: [{ label: '40', stock: 100 }] })
    const text = 'name,price,sizes\nWanted,90,40=60|41=5\n'
    const { digest } = await check(text)
    const pair = { id: made.id, name: made.name, sizes: { 40: '' } }
    const [report, ...orders] = await Promise.allSettled([
      importProducts(ctx(), bytes(text), digest),
      ...Array.from({ length: 8 }, () => placed(contextOn(database), pair)),
    ])
    expect(report).toMatchObject({ status: 'fulfilled', value: { changed: 1 } })
    const sold = orders.filter(({ status }) => status === 'fulfilled').length
    const sizes = (await find('Wanted')).flatMap(({ product_sizes }) => product_sizes)
    // The count includes the orders before it, and not those after it.
    const stock = sizes.find(({ label }) => label === '40')?.stock
    expect(stock).toBeLessThanOrEqual(60)
    expect(stock).toBeGreaterThanOrEqual(60 - sold)
  })

  it('is not done twice by two presses at once', async () => {
    const text = 'name,price,stock\nPressed,100,1\n'
    const { digest } = await check(text)
    const presses = await Promise.allSettled([1, 2, 3].map(() => importProducts(ctx(), bytes(text), digest)))
    expect(presses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await find('Pressed')).toHaveLength(1)
  })

  it('does not count twice what was looked at once: a pair that was sold since stays sold', async () => {
    const made = await createProduct(ctx(), { name: 'Counted', price: 100, sizes: [{ label: '40', stock: 5 }] })
    const text = 'name,sizes\nCounted,40=9\n'
    const [{ digest }, other] = [await check(text), await check(text)]
    await importProducts(ctx(), bytes(text), digest)
    await placed(contextOn(database), { id: made.id, name: made.name, sizes: { 40: '' } })
    for (const again of [digest, other.digest, 'x']) await expect(importProducts(ctx(), bytes(text), again)).rejects.toThrow(code('import_moved'))
    expect(await find('Counted')).toMatchObject([{ stock: 8 }])
    // After a new preview the same count may be imported again.
    await bring(text)
    expect(await find('Counted')).toMatchObject([{ stock: 9 }])
  })

  it('leaves out rows with problems, and names each by row and column', async () => {
    await createProduct(ctx(), { name: 'Double', price: 1, stock: 1 })
    await createProduct(ctx(), { name: 'Double', price: 1, stock: 1 })
    const report = await bring(
      [
        'name;price;category;stock;sizes;id;is_available',
        'Good;100;casual;1;;;',
        ';100;;1;;;',
        'No price;;;1;;;',
        'No stock;100;;;;;',
        'Both;100;;1;40=1;;',
        'Strange;100;slippers;1;;;',
        'Two of a name;100;unisex sneakers;1;;;',
        'Good;100;;1;;;',
        'Double;100;;1;;;',
        'Gone;100;;1;;3f9a21c8-6d0e-4b7a-9c55-0d1f2e3a4b5c;',
        'No id;100;;1;;what;',
        `${'a'.repeat(201)};1000001;;1;;;`,
        'Perhaps;100;;1;;;perhaps',
        'Last;100;;1;;;no',
      ].join('\r\n'),
    )
    expect(report).toMatchObject({ created: 2, problemCount: 13, badRows: 12 })
    expect(report.problems.map(({ row, column }) => `${row} ${column}`)).toEqual([
      '3 name',
      '4 price',
      '5 stock',
      '6 stock',
      '7 category',
      '8 category',
      '9 null',
      '10 name',
      '11 id',
      '12 id',
      '13 name',
      '13 price',
      '14 is_available',
    ])
    expect(report.problems.find(({ row }) => row === 8)?.message).toMatch(/No one category is called "unisex sneakers".*slug/)
    expect(await find('Last')).toMatchObject([{ is_available: false }])
  })

  it('reads every row, however its line ends', async () => {
    const report = await check('name,price,stock\r\nMixed 1,100,1\r\nMixed 2,100,1\nMixed 3,100,1\rMixed 4,100,1\n')
    expect(report).toMatchObject({ rows: 4, created: 4, problemCount: 0 })
  })

  it('takes no row that has more cells than the head: a comma in a number moves all that follow', async () => {
    const report = await check('name,price,stock,description\nWide,1,500,10,desc\nTrailing,100,1,text,,\n')
    expect(report).toMatchObject({ created: 1, problems: [{ row: 2, column: null, message: expect.stringContaining('more cells than the head') }] })
  })

  it.each<[string, string | Uint8Array]>([
    ['a mark and commas', '\uFEFFname,price,stock,description\r\nCafé 1,100,1,"two\r\nlines, one ""quote"""\r\n'],
    ['semicolons and decimal commas', 'name;price;stock;description\r\nCafé 1;100,00;1;"two\r\nlines, one ""quote"""\r\n'],
    ['tabs', 'name\tprice\tstock\tdescription\nCafé 1\t100\t1\t"two\r\nlines, one ""quote"""'],
    ['a line that names the delimiter', 'sep=;\r\nname;price;stock;description\r\nCafé 1;100;1;"two\r\nlines, one ""quote"""\r\n'],
    ['blank lines', '\r\nname,price,stock,description\r\n\r\n,,,\r\nCafé 1,100,1,"two\r\nlines, one ""quote"""\r\n\r\n'],
    ['the letters of Windows', Buffer.from('name,price,stock,description\r\nCafé 1,100,1,"two\r\nlines, one ""quote"""\r\n', 'latin1')],
    ['UTF-16', Buffer.from('\uFEFFname\tprice\tstock\tdescription\r\nCafé 1\t100\t1\t"two\r\nlines, one ""quote"""\r\n', 'utf16le')],
    ['heads as people write them', 'Name,PRICE,Stock , Description,Colour\r\nCafé 1,KSh 100,1,"two\r\nlines, one ""quote""",red\r\n'],
  ])('reads %s', async (_, file) => {
    const sent = typeof file === 'string' ? bytes(file) : new Uint8Array(file)
    const before = await find('Café 1')
    const { digest } = await checkImport(ctx(), sent)
    const report = await importProducts(ctx(), sent, digest)
    expect(report).toMatchObject({ problemCount: 0, created: before.length === 0 ? 1 : 0, rows: 1 })
    expect(await find('Café 1')).toMatchObject([{ price: 100, stock: 1, description: 'two\r\nlines, one "quote"' }])
  })

  it.each([
    ['', 'This file is empty.'],
    ['name,price\n', 'This file has a head and no products.'],
    ['colour,weight\nred,5\n', 'This file has no column "name" and no column "id". Begin with the template.'],
    ['name,name,price\na,b,1\n', 'The column "name" stands twice.'],
    ['name,price\n"never closed,1\n', 'Row 2 cannot be read: it is too long, or a quote in it is never closed.'],
    [`name,price\na,1\n${'b'.repeat(100_001)},1`, 'Row 3 cannot be read: it is too long, or a quote in it is never closed.'],
    ['PK\u0003\u0004\u0000\u0000', 'This is not a CSV file. In Excel, choose Save As and then CSV UTF-8.'],
    [`name,price\n${'a,1\n'.repeat(20_001)}`, 'This file has more than 20,000 rows. Split it, then import the parts one after the other.'],
    [
      `name,price\n${Array.from({ length: 5001 }, (_, n) => `n${n},1`).join('\n')}`,
      'This file has more than 5,000 products. Split it, then import the parts one after the other.',
    ],
  ])('says why %# cannot be read', (text, message) => expect(check(text)).rejects.toThrow(code('file_unreadable', { message })))

  it('refuses a file of more than 8 MB before reading it', () =>
    expect(checkImport(ctx(), new Uint8Array(8 * 2 ** 20 + 1))).rejects.toThrow(code('file_unreadable')))

  it("reads Shopify's export", async () => {
    const report = await bring(
      [
        'Handle,Title,Body (HTML),Type,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price,Variant Compare At Price,Image Src,Status',
        'ruka,Ruka High,"<p>High &amp; dry</p>",Casual,true,Size,40,R-40,3,4250.00,5000.00,https://cdn.example/a.jpg,active',
        'ruka,,,,,,41,R-41,0,4250.00,5000.00,,',
        'kiatu,Kiatu,,Slippers,true,Size,40,K-40,1,100,,,draft',
      ].join('\n'),
    )
    expect(report).toMatchObject({
      format: 'Shopify',
      rows: 3,
      created: 1,
      problems: [{ row: 4, column: 'category' }],
      notes: ['1 picture is named and not fetched: add them to each product.'],
    })
    expect(await find('Ruka High')).toMatchObject([
      { description: 'High & dry', price: 5000, discount_percentage: 15, unit_price: 4250, style_code: 'ruka', image_url: null, stock: 3 },
    ])
  })

  it('asks for the pairs that a file does not say, and never takes them for none', async () => {
    const head = 'Handle,Title,Published,Option1 Name,Option1 Value,Variant Price,Status'
    const text = [head, 'kilifi,Kilifi Boot,true,Size,41,5200.00,active', 'kilifi,,,,42,5200.00,'].join('\n')
    const open = await check(text)
    expect(open).toMatchObject({
      asksPairs: true,
      created: 0,
      problems: [{ row: 2, column: 'stock', message: expect.stringMatching(/how many pairs/) }],
    })
    expect(await importProducts(ctx(), bytes(text), open.digest)).toMatchObject({ created: 0 })
    for (const pairs of ['-1', '1.5', 'many', '10000'])
      await expect(checkImport(ctx(), bytes(text), pairs)).rejects.toThrow(code('bad_input', { details: { fields: { pairs: expect.any(String) } } }))
    const { digest } = await checkImport(ctx(), bytes(text), ' 3 ')
    await expect(importProducts(ctx(), bytes(text), digest, '4')).rejects.toThrow(code('import_moved'))
    expect(await importProducts(ctx(), bytes(text), digest, '3')).toMatchObject({ created: 1, asksPairs: true })
    expect(await find('Kilifi Boot')).toMatchObject([
      {
        stock: 6,
        product_sizes: [
          { label: '41', stock: 3 },
          { label: '42', stock: 3 },
        ],
      },
    ])
    // The shelf keeps what it has, and only a new size is asked about.
    const dearer = text.replaceAll('5200', '5400')
    expect(await bring(dearer)).toMatchObject({ changed: 1, problems: [] })
    expect(await find('Kilifi Boot')).toMatchObject([{ price: 5400, stock: 6 }])
    expect(await check(`${dearer}\nkilifi,,,,43,5400.00,`)).toMatchObject({ changed: 0, problems: [{ row: 2, column: 'stock' }] })
  })

  it.each([
    ['WooCommerce', 'ID,Type,SKU,Name,Tax status,In stock?,Regular price\n504,simple,nyika,Nyika,taxable,1,1500'],
    ['Square', 'Token,Item Name,Variation Name,Price\ntk1,Kisii,41,"KSh4,250.00"'],
  ])('names %s and what to do with its file', async (program, text) =>
    expect(check(text)).rejects.toThrow(code('file_unreadable', { message: expect.stringMatching(`${program}.*template`) })),
  )

  it('reads bars between cells, and UTF-16 with its high byte first', async () => {
    expect(await bring('name|style_code|price|sizes\nPipe Shoe|pipe-shoe|2500|41=1')).toMatchObject({ created: 1, problems: [] })
    const text = Buffer.from('\ufeffname,price,sizes\nNgũgĩ Boot,"Kshs. 2,600",42=1', 'utf16le').swap16()
    const { digest } = await checkImport(ctx(), text)
    expect(await importProducts(ctx(), text, digest)).toMatchObject({ created: 1, problems: [] })
    expect(await find('Ngũgĩ Boot')).toMatchObject([{ price: 2600 }])
  })
})

describe('exporting products', () => {
  it('writes a file that, imported again, changes nothing', async () => {
    await createProduct(ctx(), {
      name: '=HYPERLINK("x")',
      price: 99.5,
      stock: 0,
      description: "@cmd\nsecond, line\n'third",
      style_code: '-1',
      discount_percentage: 5,
    })
    const file = await written()
    expect(file.split('\r\n')[0]).toBe(`\uFEFF${columnNames.join(',')}`)
    expect(file).toContain('"\'=HYPERLINK(""x"")"')
    expect(await check(file)).toMatchObject({ created: 0, changed: 0, problemCount: 0, unchanged: expect.any(Number) })
    expect((await check(file)).unchanged).toBe((await listProductRows(ctx(), {})).total)
  })

  it('has a template that can be imported', async () => {
    expect(await check(productTemplate())).toMatchObject({ created: 1, problemCount: 0 })
  })
})

it('checks and imports a file of 510 rows whole, in two statements, some of them bad', async () => {
  const rows = Array.from({ length: 510 }, (_, n) =>
    n % 100 === 7 ? `Bulk ${n},free,casual,40=1,b-${n}` : `Bulk ${n},${1000 + n},casual,40=${n % 9}|41=2,b-${n}`,
  )
  const text = `name,price,category,sizes,style_code\r\n${rows.join('\r\n')}\r\n`
  const report = await check(text)
  expect(report).toMatchObject({ rows: 510, created: 504, problemCount: 6, badRows: 6 })
  expect(report.problems[0]).toEqual({ row: 9, column: 'price', message: 'Enter an amount in KSh, such as 4500.' })
  await importProducts(ctx(), bytes(text), report.digest)
  expect((await listProductRows(ctx(), { search: 'Bulk ' })).total).toBe(504)
  const again = text.replaceAll('|41=2,', '|41=12,')
  const changes = await check(again)
  expect(changes).toMatchObject({ changed: 504 })
  await importProducts(ctx(), bytes(again), changes.digest)
})
