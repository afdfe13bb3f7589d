import { readdirSync } from 'node:fs'
import { PgDialect } from 'drizzle-orm/pg-core'
import { expect, it } from 'vitest'
import { useDatabase } from '../../test/database.ts'
import type { Resource } from './resource.ts'

const database = useDatabase()

const folder = new URL('./', import.meta.url)
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.ts$/.test(name) && !/\.test\.ts$/.test(name))
const exported = await Promise.all(files.map(async (file) => Object.values(await import(new URL(file, folder).href))))
const resources = exported
  .flat()
  .filter((value): value is Resource<Record<string, never>, 'id'> => Boolean((value as { statements?: unknown } | null)?.statements))

it('PostgreSQL prepares every statement that is made of the columns of a resource', async () => {
  expect(resources.length).toBeGreaterThan(0)
  for (const { noun, statements } of resources) {
    const row = Object.fromEntries(['id', ...Object.keys(noun.columns)].map((name) => [name, null]))
    const made = [
      statements.all(),
      statements.page(row, ['1', ''], false, 2),
      statements.one(''),
      statements.locked(''),
      statements.insert(row),
      statements.update('', row),
      statements.remove(''),
    ]
    expect(made).toHaveLength(Object.keys(statements).length)
    for (const statement of made) await database.ownerDb.execute(`prepare tried as ${new PgDialect().sqlToQuery(statement).sql}; deallocate tried`)
  }
})

it('and the page of each as a search narrows it', async () => {
  for (const { statements } of resources) {
    const { sql } = new PgDialect().sqlToQuery(statements.page({ search: 'a' }, null, true, 2))
    await database.ownerDb.execute(`prepare tried as ${sql}; deallocate tried`)
  }
})
