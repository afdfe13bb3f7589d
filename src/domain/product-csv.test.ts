import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { oneSize } from '#domain/catalogue.ts'
import { csvLine } from '#domain/csv.ts'
import { type CsvProduct, columnNames, columnOf, csvCells, productColumns, readProductRows, readSizesCell, sizesCell } from '#domain/product-csv.ts'

const shoe = {
  id: '3f9a21c8-6d0e-4b7a-9c55-0d1f2e3a4b5c',
  name: 'Mbio Runner, Mango',
  style_code: 'mbio-runner',
  category: { slug: 'women-sneakers' },
  description: 'Light.\nSoft.',
  price: 4500,
  discount_percentage: 15,
  is_featured: true,
  is_available: false,
  product_sizes: [
    { label: '36', stock: 3 },
    { label: '37', stock: 0 },
  ],
}
const rowOf = (product: typeof shoe) => Object.fromEntries(csvCells(product).map((cell, at) => [columnNames[at] as string, String(cell ?? '')]))
const readOne = (cells: Record<string, string>) => readProductRows([{ row: 2, cells }])

describe('a product as a row', () => {
  it('comes back as it went out', () => {
    const { category, product_sizes, ...rest } = shoe
    expect(readOne(rowOf(shoe))).toEqual({
      drafts: [{ row: 2, ...rest, category: category.slug, sizes: product_sizes, seen: product_sizes }],
      problems: [],
      notes: [],
    })
  })

  it('without sizes has a plain stock', () => {
    const row = rowOf({ ...shoe, product_sizes: [{ label: 'One size', stock: 7 }] })
    expect(row).toMatchObject({ stock: '7', sizes: '', stock_seen: '7' })
    expect(readOne(row).drafts).toMatchObject([{ stock: 7, seen: [{ label: 'One size', stock: 7 }] }])
  })

  it('says nothing where a cell is empty', () => {
    expect(readOne({ name: 'Mbio', price: ' ', is_available: '', sizes: '' })).toEqual({
      drafts: [{ row: 2, name: 'Mbio' }],
      problems: [],
      notes: [],
    })
  })

  it.each([
    ['price', 'free'],
    ['price', '-5'],
    ['price', '1.234'],
    ['discount_percentage', '100'],
    ['is_available', 'perhaps'],
    ['is_featured', 'constructor'],
    ['stock', '-1'],
    ['stock', '1.5'],
    ['sizes', '36'],
    ['sizes', '36=3|36=4'],
    ['sizes', '36:3'],
    ['sizes', '=3'],
    ['stock_seen', 'many'],
  ])('tells what is wrong with a %s of %j', (column, text) =>
    expect(readOne({ name: 'Mbio', [column]: text })).toEqual({ drafts: [], problems: [{ row: 2, column, message: expect.any(String) }], notes: [] }),
  )

  it.each([
    ['4500', 4500],
    ['4,500.00', 4500],
    ['KSh 4,500/=', 4500],
    ['4500,5', 4500.5],
    ['1 200', 1200],
    ['12,345,678', 12345678],
  ])('reads a price of %s', (text, price) => expect(readOne({ name: 'Mbio', price: text }).drafts).toMatchObject([{ price }]))

  it('takes back what made a cell safe for spreadsheets', () => {
    const name = '=Mbio'
    const cell = csvLine([name]).trim().slice(1, -1)
    expect(cell).toBe("'=Mbio")
    expect(readOne({ name: cell }).drafts).toMatchObject([{ name }])
  })

  it.each([
    ['Discount Percentage', 'discount_percentage'],
    [' STOCK-seen ', 'stock_seen'],
    ['__proto__', '_proto_'],
  ])('reads the head %j', (head, column) => expect(columnOf(head)).toBe(column))
})

describe('sizes in a cell', () => {
  const label = fc
    .string({ minLength: 1, maxLength: 20 })
    .map((text) => text.trim())
    .filter((text) => text !== '' && !text.includes('\n'))

  it('come back as they went out, whatever a size is called', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.record({ label, stock: fc.nat(100_000) }), { selector: (size) => size.label }), (sizes) => {
        expect(readSizesCell(sizesCell(sizes))).toEqual(sizes)
      }),
    )
  })

  it('do not look like a time of day', () => expect(sizesCell([{ label: '36', stock: 3 }])).toBe('36=3'))
})

describe('a cell', () => {
  const write = (name: string, product: object) => productColumns[name]?.write(product as CsvProduct)
  const sizes = (...labels: string[]) => ({ product_sizes: labels.map((label) => ({ label, stock: 3 })) })
  it.each<[string, string, object | string]>([
    ['id', 'ABC', { id: 'abc' }],
    ['is_available', 'TRUE', { is_available: true }],
    ...['yes', '1', 'Ndiyo'].map((word) => ['is_featured', word, { is_featured: true }] as [string, string, object]),
    ...['no', 'false', '0', 'hapana'].map((word) => ['is_featured', word, { is_featured: false }] as [string, string, object]),
    ['is_featured', 'constructor', 'Enter yes or no.'],
  ])('of %s is read from %s', (name, text, fields) => expect(productColumns[name]?.read(text)).toEqual(fields))
  it('of a product without a category is empty', () => expect(write('category', { category: null })).toBeNull())
  it('tells one size from a product without sizes', () => {
    expect([write('stock', sizes(oneSize)), write('sizes', sizes(oneSize))]).toEqual([3, null])
    expect([write('stock', sizes('36')), write('sizes', sizes('36'))]).toEqual([null, '36=3'])
    expect(write('stock', sizes(oneSize, '36'))).toBeNull()
  })
})

it.each([
  [
    '36=3|37=0',
    [
      { label: '36', stock: 3 },
      { label: '37', stock: 0 },
    ],
  ],
  [
    ' 36 = 3 | 37=0 | ',
    [
      { label: '36', stock: 3 },
      { label: '37', stock: 0 },
    ],
  ],
  ['👟=3', [{ label: '👟', stock: 3 }]],
  ['6\\|7=1', [{ label: '6|7', stock: 1 }]],
  ['36=3|36=1', 'Name each size once; 36 stands twice.'],
  [`${'x'.repeat(50)}`, `Enter pairs of each size like 36=3|37=0; "${'x'.repeat(40)}" is not.`],
])('%s is read as %j', (text, sizes) => {
  expect(readSizesCell(text)).toEqual(sizes)
  if (Array.isArray(sizes)) expect(readSizesCell(sizesCell(sizes))).toEqual(sizes)
})
