import { readFile } from 'node:fs/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Context } from '#core/context.ts'
import { listCases } from './list-cases.ts'

/** Calls of each list, with different searches; the one that reads most rows is reported. */
const calls = 4

/** The text of docs/generated/plans.md: the indexes and number of rows that PostgreSQL reads for each list, on the current data. */
export async function planPage(ownerUrl: string, contextOn: (db: Context['db']) => Context, only: RegExp): Promise<string> {
  const client = new pg.Pool({ connectionString: ownerUrl, max: 1, options: '-c timezone=UTC' })
  try {
    const asked: { query: string; params: unknown[] }[] = []
    const ctx = contextOn(drizzle({ client, logger: { logQuery: (query, params) => asked.push({ query, params }) } }))
    const parts = await rowsBefore()
    for (const { name, ask } of (await listCases(ctx)).filter((each) => only.test(each.name))) {
      const found = new Set<string>()
      let most = { rows: 0, pages: 0 }
      for (let turn = 0; turn < calls; turn++) {
        asked.length = 0
        await ask(turn)
        const plans = []
        for (const { query, params } of asked.filter((each) => /^\s*(select|with)/i.test(each.query))) plans.push(await planOf(client, query, params))
        const sum = { rows: 0, pages: 0 }
        for (const plan of plans) {
          sum.pages += plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
          sum.rows += rowsRead(plan)
          for (const scan of scansOf(plan)) found.add(scan)
        }
        if (sum.pages > most.pages) most = sum
      }
      parts.set(name, `| ${name} | ${most.rows.toLocaleString('en')} | ${most.pages.toLocaleString('en')} | ${[...found].join(', ')} |`)
    }
    return `${opening}${[...parts.values()].join('\n')}\n`
  } finally {
    await client.end()
  }
}

/** The rows of the page as it is, by the name of the list: those that are not run again stay. */
async function rowsBefore(): Promise<Map<string, string>> {
  const rows = (await readFile('docs/generated/plans.md', 'utf8'))
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (list|---) /.test(line))
  return new Map(rows.map((row) => [row.split(' | ')[0]?.slice(2) ?? '', row]))
}

const opening = `# How lists find their rows

Written by \`npm run bench:lists -- --plans\` on a full shop, not by hand; with \`--only\` the other rows stay. For each list the rows of tables that PostgreSQL looks at
for one page of it, all statements of the list together, and the pages of 8 kB that it takes for that (of ${calls} calls the one that takes most);
the indexes by which it reads its tables, and the tables of which it reads every row.

| list | rows | pages | read by |
| --- | --- | --- | --- |
`

interface Plan {
  'Node Type': string
  'Index Name'?: string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Plan[]
}

/** The plan of an executed statement (EXPLAIN ANALYZE), rolled back. */
async function planOf(pool: pg.Pool, query: string, params: unknown[]): Promise<Plan> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (analyze, buffers, timing off, format json) ${query}`, params)
    return (rows[0] as (typeof rows)[number])['QUERY PLAN'][0].Plan
  } finally {
    await client.query('rollback')
    client.release()
  }
}

function rowsRead(plan: Plan): number {
  const looked = plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)
  const own = plan['Relation Name'] ? Math.round(looked * plan['Actual Loops']) : 0
  return (plan.Plans ?? []).reduce((sum, each) => sum + rowsRead(each), own)
}

/** The names of the indexes, and `all of` tables read without one. Nodes that were never executed are left out. */
function scansOf(plan: Plan): string[] {
  const index = plan['Index Name'] && `\`${plan['Index Name']}\``
  const whole = plan['Node Type'] === 'Seq Scan' && `all of \`${plan['Relation Name']}\``
  const own = plan['Actual Loops'] > 0 && (index || whole)
  return [...(own ? [own] : []), ...(plan.Plans ?? []).flatMap(scansOf)]
}
