import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { clearedTables, copies as copied, tableMeanings as meanings } from '#db/table-meanings.ts'
import { completePayout } from '#features/affiliates/wallet/payout-operations.ts'
import { requestPayout } from '#features/affiliates/wallet/request-payout.ts'
import { draftOrder } from '#features/orders/checkout/place-draft.ts'
import { writeNote } from '#features/orders/order-operations.ts'
import { clearUserData } from '#features/staff/clear-user-data.ts'
import { precomputeRankings } from '#features/staff/rankings.ts'
import { restoreSnapshot } from '#features/staff/restore-snapshot.ts'
import { entered, goodPassword } from '../../../test/accounts.ts'
import { affiliate, earn } from '../../../test/affiliates.ts'
import { as, contextOn, orderIn, orderOf, putOnShelf, rowsOf } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'
import { debtor } from '../../../test/debtor.ts'
import { newReceipt } from '../../../test/scripted-mpesa.ts'

const database = useDatabase()
type TableMeaning = 'clear' | 'forget' | 'export' | 'snapshot'
const isCopied = (table: string) => Object.values(copied).some(({ of }) => of === table)
const tableMeanings = Object.fromEntries(
  Object.entries(meanings).flatMap(([words, names]) => [
    [words, names.filter((name) => !isCopied(name))],
    [`${words} snapshot`.trim(), names.filter(isCopied)],
  ]),
)
const emptiedCopies = copied

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

const copies: Record<string, string> = Object.fromEntries(Object.entries(copied).map(([name, { of }]) => [name, of]))
const forgetting = ['people/delete-account', 'people/anonymise', 'customers/delete-customer', 'affiliates/debt-of-deleted-account']

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
    clear: await withRest([...clearedTables, ...namedIn(['staff/clear-user-data'], /delete from/, cleared)]),
    forget: [...(await withRest([...namedIn(forgetting, /delete from/, forgotten), 'push_devices'])), ...namedIn(forgetting, /update/, forgotten)],
    export: namedIn(['people/export-data', 'people/profiles', 'people/profiles'], /from|join/),
    snapshot: Object.keys(emptiedCopies).map((name) => copies[name] ?? name),
  }
  const found = tables.map(
    ({ name }) => `${name}: ${(Object.keys(done) as TableMeaning[]).filter((meaning) => done[meaning].includes(name)).join(' ')}`,
  )
  const declared = Object.entries(tableMeanings).flatMap(([meanings, names]) => names.map((name) => `${name}: ${meanings}`))
  expect(declared.sort()).toEqual(found.sort())
})

it('clearing empties what it says and keeps all else, and what it copied comes back', async () => {
  const boss = contextOn(database, { actor: (await entered(database, { isAdmin: true })).actor })
  const who = await affiliate(database)
  await earn(database, who, 300)
  const paid = await requestPayout(as(boss, who), { amount: 200, mpesa_phone_number: '0712345678', mpesa_full_name: 'Achieng Otieno' })
  await completePayout(boss, paid.id, { receipt: newReceipt() })
  await debtor(database)
  await orderIn(database, 'shipped')
  const { id } = await orderIn(database, 'waiting_shipment')
  await writeNote(boss, id, { note: 'Calls back after five.', replaces: null })
  const { items: _, ...buyer } = orderOf(await putOnShelf(database))
  await draftOrder(contextOn(database), buyer)
  await precomputeRankings(boss, { few: -2 })
  await database.db.execute(sql`
    insert into notices (event_id, order_id, kind, channel, state, sent_at) select id, order_id, 'paid', 'sms', 'sent', now() from order_events where order_id = ${id} and to_status = 'waiting_shipment'`)
  await database.db.execute(sql`insert into affiliate_clicks (affiliate_id, visitor_id) values (${who.userId}, 'somebody')`)
  const counts = async () =>
    Object.fromEntries(
      await Promise.all(
        Object.values(meanings)
          .flat()
          .map(async (name) => [
            name,
            (await rowsOf<{ rows: number }>(database, sql`select count(*)::integer as rows from ${sql.raw(name)}`))[0]?.rows,
          ]),
      ),
    ) as Record<string, number>
  const before = await counts()
  const cleared = Object.entries(meanings).flatMap(([words, names]) => (words.startsWith('clear') ? names : []))
  // The seed alone writes the other.
  expect(cleared.filter((name) => before[name] === 0)).toEqual(['made_up_orders'])

  const { snapshot_id } = await clearUserData(boss, { confirmation: 'DELETE', password: goodPassword })
  const after = await counts()
  const [letters] = await rowsOf(database, sql`select count(*)::integer as left from messages where kind like 'order-%'`)
  expect(letters).toEqual({ left: 0 })
  expect(cleared.filter((name) => name !== 'messages' && after[name] !== 0)).toEqual([])
  expect(Object.keys(after).filter((name) => !cleared.includes(name) && (after[name] ?? 0) < (before[name] ?? 0))).toEqual([])
  // What goes with rows that are cleared is copied as they are.
  expect((await withRest([...clearedTables])).filter((name) => !isCopied(name))).toEqual([])

  await restoreSnapshot(boss, snapshot_id)
  const back = await counts()
  expect(Object.values(copied).filter(({ of, isPutBack }) => isPutBack && back[of] !== before[of])).toEqual([])
})
