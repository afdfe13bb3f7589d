import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Context } from '#features/context.ts'
import { listCases } from './list-cases.ts'

/** docs/plans.md: by which indexes PostgreSQL finds the rows of each list, on the data that lies there now. */
export async function planPage(ownerUrl: string, contextOn: (db: Context['db']) => Context): Promise<string> {
  const client = new pg.Pool({ connectionString: ownerUrl, max: 1, options: '-c timezone=UTC -c pg_trgm.word_similarity_threshold=0.35' })
  try {
    const asked: { query: string; params: unknown[] }[] = []
    const ctx = contextOn(drizzle({ client, logger: { logQuery: (query, params) => asked.push({ query, params }) } }))
    const parts: string[] = []
    for (const { name, ask } of await listCases(ctx)) {
      asked.length = 0
      await ask(0)
      const lines: string[] = []
      for (const { query, params } of asked.filter((each) => /^\s*(select|with)/i.test(each.query)))
        lines.push(...(await scansOf(client, query, params)))
      parts.push(`| ${name} | ${[...new Set(lines)].join(', ')} |`)
    }
    return `${opening}${parts.join('\n')}\n`
  } finally {
    await client.end()
  }
}

const opening = `# How lists find their rows

Written by \`npm run bench:lists -- --plans\` on a full shop; not by hand. For each list
the indexes by which PostgreSQL reads its tables, and the tables of which it reads every row.

| list | read by |
| --- | --- |
`

/** The names of the indexes, and `all of` what is read without one. */
async function scansOf(client: pg.Pool, query: string, params: unknown[]): Promise<string[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${query}`, params)
  return rows.flatMap((row) => {
    const index = /Index (?:Only )?Scan(?: Backward)?(?: using (\w+))? on (\w+)/.exec(row['QUERY PLAN'])
    if (index) return [`\`${index[1] ?? index[2]}\``]
    const whole = /Seq Scan on (\w+)/.exec(row['QUERY PLAN'])
    return whole ? [`all of \`${whole[1]}\``] : []
  })
}
