import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { type TableMeaning, tableMeanings } from '#db/table-meanings.ts'
import { clearedTables } from '#domain/user-data.ts'
import { emptiedCopies } from '#features/people/anonymise.ts'
import { rowsOf } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'

const database = useDatabase()

/** The tables that a verb names after these words, in its SQL. */
function namedIn(files: string[], words: RegExp, more = ''): string[] {
  const text = files.map((file) => readFileSync(`src/features/${file}.ts`, 'utf8')).join('\n') + more
  return [...text.matchAll(new RegExp(`(?<!for )(?:${words.source}) ((?:auth\\.)?[a-z_]+)`, 'g'))].map((match) => match[1] as string)
}

/** These tables, and those whose rows go with theirs. */
async function withRest(tables: string[]): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(
    database,
    sql`with recursive gone (name) as (
      select name from unnest(${sql.param(tables)}::text[]) as name
      union select c.conrelid::regclass::text from gone join pg_constraint c on c.contype = 'f' and c.confdeltype = 'c' and c.confrelid::regclass::text = gone.name
    ) select name from gone`,
  )
  return rows.map(({ name }) => name)
}

const copies: Record<string, string> = {
  movement_rows: 'stock_movements',
  delivery_rows: 'deliveries',
  debt_rows: 'affiliate_debts',
  debt_hash_rows: 'affiliate_debt_hashes',
}
const forgetting = ['people/delete-account', 'people/anonymise', 'customers/delete-customer', 'affiliates/keep-debt']

it('every table says what its rows mean to clearing, deletion, export and snapshot, and the verbs do just that', async () => {
  const tables = await rowsOf<{ name: string }>(
    database,
    sql`select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'auth') and c.relname <> 'schema_migrations'`,
  )
  const triggers = async (...names: string[]) =>
    (await rowsOf<{ text: string }>(database, sql`select prosrc as text from pg_proc where proname = any(${sql.param(names)}::text[])`))
      .map(({ text }) => text)
      .join('\n')
  const [cleared, forgotten] = [await triggers('refresh_customers'), await triggers('refresh_customers', 'forget_notes', 'forget_affiliate')]
  const done: Record<TableMeaning, string[]> = {
    clear: await withRest([...clearedTables, ...namedIn(['store-admin/clear-user-data'], /delete from/, cleared)]),
    forget: [...(await withRest([...namedIn(forgetting, /delete from/, forgotten), 'push_devices'])), ...namedIn(forgetting, /update/, forgotten)],
    export: namedIn(['people/export-data', 'people/get-account', 'people/get-profile'], /from|join/),
    snapshot: Object.keys(emptiedCopies).map((name) => copies[name] ?? name),
  }
  const found = tables.map(
    ({ name }) => `${name}: ${(Object.keys(done) as TableMeaning[]).filter((meaning) => done[meaning].includes(name)).join(' ')}`,
  )
  const declared = Object.entries(tableMeanings).flatMap(([meanings, names]) => names.map((name) => `${name}: ${meanings}`))
  expect(declared.sort()).toEqual(found.sort())
})
