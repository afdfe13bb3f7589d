import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Context } from '#features/context.ts'
import { listCases } from './list-cases.ts'

/** docs/plans.md: by which indexes PostgreSQL finds the rows of each list, on the data that lies there now. */
export async function planPage(ownerUrl: string, contextOn: (db: Context['db']) => Context): Promise<string> {
  const client = new pg.Client({ connectionString: ownerUrl, options: '-c timezone=UTC -c pg_trgm.word_similarity_threshold=0.35' })
  await client.connect()
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
      parts.push(`## ${name}\n\n${[...new Set(lines)].map((line) => `- ${line}`).join('\n') || '- remembered'}\n`)
    }
    return `${opening}\n${parts.join('\n')}`
  } finally {
    await client.end()
  }
}

const opening = `# How lists find their rows

Written by \`npm run bench:lists -- --plans\` on a full shop; not by hand. For each list the ways in which PostgreSQL reads its tables, with what it looks for.
`

/** How each table is read, without what depends on the day. */
async function scansOf(client: pg.Client, query: string, params: unknown[]): Promise<string[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${query}`, params)
  return rows
    .map((row) => row['QUERY PLAN'].replace(/^[\s>-]+/, ''))
    .filter((line) => /^(Parallel )?(Seq|Index|Index Only|Bitmap Index|Function) Scan|^Bitmap Index/.test(line))
}
