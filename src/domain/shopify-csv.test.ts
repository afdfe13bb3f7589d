import { describe, expect, it } from 'vitest'
import { columnNames } from '#domain/product-csv.ts'
import { isShopifyHead, programOf, readShopifyRows, shopifyColumn } from '#domain/shopify-csv.ts'

const read = (...rows: Record<string, string>[]) => readShopifyRows(rows.map((cells, at) => ({ row: at + 2, cells })))
const shared = { handle: 'mbio-runner', title: 'Mbio Runner', option1: 'Size', status: 'active', published: 'true' }
const size = (value1: string, quantity: string, more = {}) => ({ handle: 'mbio-runner', value1, quantity, price: '4500.00', ...more })

describe("Shopify's product file", () => {
  it('is known by its head, old and new', () => {
    expect(isShopifyHead(['Handle', 'Title', 'Body (HTML)', 'Option1 Name', 'Option1 Value', 'Variant Price'])).toBe(true)
    expect(isShopifyHead(['Title', 'URL handle', 'Description', 'SKU', 'Option1 name', 'Option1 value', 'Price', 'Inventory quantity'])).toBe(true)
    expect(isShopifyHead(['id', 'name', 'price'])).toBe(false)
    expect(shopifyColumn('constructor')).toBeNull()
  })

  it('makes one product of the rows of one handle', () => {
    expect(read({ ...shared, ...size('40', '3'), body: '<p>Light.</p>', type: 'Casual' }, size('41', '0'))).toEqual({
      drafts: [
        {
          row: 2,
          name: 'Mbio Runner',
          style_code: 'mbio-runner',
          description: 'Light.',
          category: 'Casual',
          price: 4500,
          discount_percentage: 0,
          is_available: true,
          sizes: [
            { label: '40', stock: 3 },
            { label: '41', stock: 0 },
          ],
        },
      ],
      problems: [],
      notes: [],
    })
  })

  it('makes a product of each colour', () => {
    const { drafts } = read({ ...shared, option2: 'Colour', ...size('40', '3', { value2: 'Sky' }) }, size('40', '2', { value2: 'Mango' }))
    expect(drafts).toMatchObject([
      { name: 'Mbio Runner, Sky', row: 2, sizes: [{ label: '40', stock: 3 }] },
      { name: 'Mbio Runner, Mango', row: 3, sizes: [{ label: '40', stock: 2 }] },
    ])
  })

  it('reads a text that thousands of colours share once', () => {
    const body = '<p>Light.</p>'.repeat(7_000)
    const colours = Array.from({ length: 20_000 }, (_, at) => size('40', '1', { value2: `Sky ${at}` }))
    const begun = performance.now()
    const { drafts } = read({ ...shared, option2: 'Colour', ...size('40', '3', { value2: 'Mango' }), body }, ...colours)
    expect([drafts.length, drafts.at(-1)?.description?.slice(0, 6), drafts.at(-1)?.description?.length]).toEqual([20_001, 'Light.', 6_000])
    expect(performance.now() - begun).toBeLessThan(5_000)
  })

  it.each([
    ['Taille', '41', '41'],
    ['EU', '41.5', '41.5'],
    ['Pointure', 'EU 41', 'EU 41'],
    ['Shoe size', '41', '41'],
    ['UK', '7', 'UK 7'],
    ['US', '9½', 'US 9½'],
    ['UK size', 'UK 7', 'UK 7'],
  ])('takes the option %s of %s for the size %s', (option1, value, label) => {
    const { drafts, problems } = read({ ...shared, option1, ...size(value, '3') }, { handle: 'mbio-runner' })
    expect(problems).toEqual([])
    expect(drafts).toMatchObject([{ sizes: [{ label, stock: 3 }] }])
  })

  it('says that pairs are unknown where the file names no quantity', () => {
    expect(read({ ...shared, ...size('40', '') }, size('41', '2')).drafts).toMatchObject([
      {
        sizes: [
          { label: '40', stock: null },
          { label: '41', stock: 2 },
        ],
      },
    ])
    expect(read({ ...shared, option1: 'Title', ...size('Default Title', '') }).drafts).toMatchObject([{ stock: null }])
  })

  it('gives a product without options a plain stock', () => {
    const { drafts } = read({ ...shared, option1: 'Title', ...size('Default Title', '7') })
    expect(drafts).toMatchObject([{ stock: 7 }])
    expect(drafts[0]).not.toHaveProperty('sizes')
  })

  it.each([
    ['5000', 5000, 15, '4250'],
    ['4500', 4500, 0, '4500'],
    ['', 4250, 0, '4250'],
    ['5001', 4250, 0, '4250'],
    ['3000', 4250, 0, '4250'],
  ])('compared at %s it costs %i less %i %%', (compareAt, price, discount_percentage, asked) =>
    expect(read({ ...shared, ...size('40', '1', { price: asked, compareAt }) }).drafts).toMatchObject([{ price, discount_percentage }]),
  )

  it.each([
    [{ status: 'draft' }, false],
    [{ status: 'archived' }, false],
    [{ published: 'FALSE' }, false],
    [{ status: '' }, true],
  ])('%j is on the shelf: %s', (more, is_available) =>
    expect(read({ ...shared, ...size('40', '1'), ...more }).drafts).toMatchObject([{ is_available }]),
  )

  it('counts pictures and fetches none, and reads a stock below none as none', () => {
    const { drafts, notes } = read(
      { ...shared, ...size('40', '-2', { image: 'https://cdn.example/a.jpg' }) },
      { handle: 'mbio-runner', image: 'http://169.254.169.254/' },
    )
    expect(drafts).toMatchObject([{ sizes: [{ label: '40', stock: 0 }] }])
    expect(notes).toEqual(['Row 2: a stock of -2 is read as 0.', '2 pictures are named and not fetched: add them to each product.'])
  })

  it.each([
    [
      'Handle',
      3,
      [
        { ...shared, ...size('40', '1') },
        { value1: '41', price: '1' },
      ],
    ],
    ['Title', 2, [{ ...shared, title: '', ...size('40', '1') }]],
    ['Variant Price', 2, [{ ...shared, ...size('40', '1', { price: 'free' }) }]],
    ['Variant Price', 3, [{ ...shared, ...size('40', '1') }, size('41', '1', { price: '9' })]],
    ['Variant Price', 2, [{ ...shared }]],
    ['Option1 Value', 3, [{ ...shared, ...size('40', '1') }, size('40', '1')]],
    ['Option1 Value', 3, [{ ...shared, ...size('40', '1') }, size('', '1')]],
    ['Width', 2, [{ ...shared, ...size('40', '1'), option2: 'Width' }]],
    ['Height', 2, [{ ...shared, ...size('40', '1', { value2: '12' }), option2: 'Height' }]],
    ['Sole', 2, [{ ...shared, option1: 'Sole', ...size('thick', '1') }]],
    ['Sole', 2, [{ ...shared, option1: 'Sole', ...size('40', '1') }, size('thick', '1')]],
    ['Sole', 2, [{ ...shared, option1: 'Sole', price: '4500.00' }]],
  ])('tells what is wrong with %s in row %i', (column, row, rows) =>
    expect(read(...(rows as Record<string, string>[])).problems).toEqual([{ row, column, message: expect.stringMatching(/\.$/) }]),
  )
})

describe('what else stands in such a file', () => {
  it('counts pictures', () => {
    expect(read({ ...shared, ...size('40', '3'), image: 'https://x.example/1' }).notes).toEqual([
      '1 picture is named and not fetched: add them to each product.',
    ])
    expect(read({ ...shared, ...size('40', '3'), image: 'a' }, size('41', '1', { image: 'b' })).notes[0]).toMatch(/^2 pictures are/)
  })
  it('needs a price in its first row', () =>
    expect(read({ ...shared, value1: '40', quantity: '3' }).problems[0]?.message).toBe('Enter an amount in KSh, such as 4500.'))
  it('has headings with spaces around them', () => expect(shopifyColumn(' Handle ')).toBe('handle'))
  it('tells a size that stands twice from a product that does', () => {
    expect(read({ ...shared, ...size('40', '3') }, size('40', '1')).problems[0]?.message).toBe('Size 40 stands twice.')
    expect(read({ ...shared, option1: 'Title', ...size('', '3') }, size('', '1')).problems[0]?.message).toBe('This product stands twice.')
    expect(read({ ...shared, ...size('40', '3') }, size('40', '1')).drafts).toEqual([])
  })
  it.each([
    ['4500', '5000', { price: 5000, discount_percentage: 10 }],
    ['4500', '4500', { price: 4500, discount_percentage: 0 }],
    ['4500', '4000', { price: 4500, discount_percentage: 0 }],
    ['4500', '', { price: 4500, discount_percentage: 0 }],
    ['5000', '4000', { price: 5000, discount_percentage: 0 }],
    ['0', '100000', { price: 0, discount_percentage: 0 }],
    ['1', '100000', { price: 1, discount_percentage: 0 }],
  ])('a price of %s, before %s', (price, compareAt, fields) =>
    expect(read({ ...shared, ...size('40', '3', { price, compareAt }) }).drafts[0]).toMatchObject(fields),
  )
  it('cuts texts a little above what the shop takes, and leaves tags in a title as they are', () => {
    const [draft] = read({ ...shared, title: `<b>${'x'.repeat(700)}`, body: 'y'.repeat(7000), ...size('40', '3') }).drafts
    expect([draft?.name?.length, draft?.description?.length]).toEqual([600, 6000])
    expect(draft?.name).toMatch(/^<b>x/)
  })
})

it.each([
  ['WooCommerce', 'ID,Type,SKU,Name,Published,Tax status,Tax class,In stock?,Stock,Sale price,Regular price,Categories'],
  ['WooCommerce', 'Type,SKU,Name,Tax status,In stock?,Regular price'],
  ['Google Merchant Center', 'id,title,description,link,image_link,availability,price'],
  ['Google Merchant Center', 'id,title,image link,availability,price'],
  ['Etsy', 'TITLE,DESCRIPTION,PRICE,CURRENCY_CODE,QUANTITY,VARIATION 1 TYPE'],
  ['Magento or Adobe Commerce', 'sku,store_view_code,attribute_set_code,product_type,name,price'],
  ['Square', 'Token,Item Name,Variation Name,SKU,Price'],
  ['Odoo', 'External ID,Name,Internal Reference,Sales Price'],
  [null, 'id,name,price,sizes'],
  [null, 'Handle,Title,Variant Price'],
])('%s wrote %s', (program, heads) => expect(programOf(heads.split(','))).toBe(program))

it('takes no file of the shop for another', () => expect(programOf(columnNames)).toBeNull())
