import { getTableColumns, getViewSelectedFields, is, sql } from 'drizzle-orm'
import { getTableConfig, getViewConfig, PgColumn, PgTable, PgView } from 'drizzle-orm/pg-core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as schema from '#db/schema.ts'
import { fromShillings, toShillings } from '#domain/money.ts'
import { allTransitions, orderStatuses } from '#domain/order.ts'
import { promptLimits, providerRefusals } from '#domain/payment.ts'
import { unitPrice } from '#domain/pricing.ts'
import { writtenColumns } from '#features/catalogue/write-product.ts'
import { rowsOf } from '../../test/checkout.ts'
import { useDatabase } from '../../test/database.ts'

const database = useDatabase()

type Column = { table: string; column: string; nullable: boolean }
const inDatabase = async () =>
  (
    await rowsOf<Column>(
      { db: database.ownerDb },
      sql`select table_name as table, column_name as column, is_nullable = 'YES' as nullable from information_schema.columns
        where table_schema = 'public' and table_name <> 'schema_migrations'`,
    )
  ).map(({ table, column, nullable }) => `${table}.${column}${nullable ? '?' : ''}`)

describe('the tables as queries name them', () => {
  it('are tables of the migrations, column by column', async () => {
    const tables = Object.values(schema).filter((each) => is(each, PgTable))
    const ours = tables.flatMap((table) =>
      Object.values(getTableColumns(table)).map((column) => `${getTableConfig(table).name}.${column.name}${column.notNull ? '' : '?'}`),
    )
    const names = tables.map((table) => getTableConfig(table).name)
    expect(ours.sort()).toEqual((await inDatabase()).filter((column) => names.includes(column.split('.')[0] as string)).sort())
  })

  it('have the views of the migrations, column by column', async () => {
    const views = Object.values(schema).filter((each) => is(each, PgView))
    const ours = views.flatMap((view) =>
      Object.values(getViewSelectedFields(view)).map((column) => `${getViewConfig(view).name}.${is(column, PgColumn) ? column.name : '?'}`),
    )
    const names: string[] = views.map((view) => getViewConfig(view).name)
    const theirs = (await inDatabase()).filter((column) => names.includes(column.split('.')[0] as string)).map((column) => column.replace('?', ''))
    expect(ours.sort()).toEqual(theirs.sort())
  })
})

describe('the rules that stand in the database as well', () => {
  it('are the moves of domain/order.ts', async () => {
    const rows = await rowsOf<{ move: string }>(database, sql`select from_status || ' > ' || to_status as move from transitions`)
    expect(rows.map(({ move }) => move).sort()).toEqual(
      allTransitions()
        .map(({ from, to }) => `${from} > ${to}`)
        .sort(),
    )
  })

  it('are the statuses of domain/order.ts', async () => {
    const [row] = await rowsOf<{ text: string }>(
      database,
      sql`select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'order_status_check'`,
    )
    expect([...(row?.text ?? '').matchAll(/'(\w+)'/g)].map((match) => match[1]).sort()).toEqual(Object.keys(orderStatuses).sort())
  })

  it('are the limits of domain/payment.ts', async () => {
    const [row] = await rowsOf<{ text: string }>(database, sql`select prosrc as text from pg_proc where proname = 'refuse_prompt_flood'`)
    expect(row?.text).toContain(`ten_minutes >= ${promptLimits.perTenMinutes} or hour >= ${promptLimits.perHour}`)
    expect(row?.text).toContain(`coalesce(a.result_code, '') not in ('${providerRefusals.forNow.code}', '${providerRefusals.ours.code}')`)
  })

  it('know each column of a product that its page shows: the sitemap says when one of them changed', async () => {
    const [row] = await rowsOf<{ text: string }>(
      database,
      sql`select pg_get_triggerdef(oid) as text from pg_trigger where tgname = 'products_note_change'`,
    )
    const known = [...(row?.text ?? '').matchAll(/new\.(\w+)/g)].map((match) => match[1])
    const unsaid = ['is_featured', 'style_code']
    expect(
      writtenColumns.filter((column) => ![...known, ...unsaid].includes(column)),
      'Add it to the trigger products_note_change in the migration, or to `unsaid` if the page of a product has nothing of it.',
    ).toEqual([])
  })

  it('price every pair as domain/pricing.ts does', async () => {
    const price = fc.oneof(
      fc.integer({ min: 0, max: 9_999_99 }),
      fc.integer({ min: 0, max: 99_999_999_99 }),
      fc.constantFrom(0, 1, 49, 50, 51, 99, 100, 2999_00),
    )
    const samples = fc.sample(fc.tuple(price, fc.integer({ min: 0, max: 99 })), 5000)
    const rows = await rowsOf<{ price: string; discount: number; unit_price: string }>(
      { db: database.ownerDb },
      sql`with made as (
        insert into products (name, price, discount_percentage, archived_at)
        select 'Sample', (s ->> 0)::numeric / 100, (s ->> 1)::integer, now() from jsonb_array_elements(${JSON.stringify(samples)}::jsonb) s
        returning price, discount_percentage as discount, unit_price)
      select * from made`,
    )
    expect(rows).toHaveLength(5000)
    const wrong = rows.filter((row) => Number(row.unit_price) !== toShillings(unitPrice(fromShillings(row.price), row.discount)))
    expect(wrong).toEqual([])
  })
})
