import { readdirSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { expect, it } from 'vitest'
import { rowsOf } from '../../test/checkout.ts'
import { useDatabase } from '../../test/database.ts'
import type { Resource } from './resource.ts'

const database = useDatabase()

const folder = new URL('../features/', import.meta.url)
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

it('what a unique or foreign key of its table refuses is told beside a field', async () => {
  for (const { noun } of resources) {
    const refusing = await rowsOf<{ name: string }>(
      database,
      sql`select conname as name from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
        where conrelid = ${noun.table}::regclass and contype = 'f' and attname in ${Object.keys(noun.columns)}
        union select relname from pg_index join pg_class on oid = indexrelid
        where indrelid = ${noun.table}::regclass and indisunique and (not indisprimary or ${noun.key !== undefined})`,
    )
    expect(Object.keys(noun.violations ?? {}).sort(), noun.table).toEqual(refusing.map(({ name }) => name).sort())
  }
})

it('each is called by its word in the audit log, and listed in its order', () => {
  const told = resources.map(({ noun }) => {
    const { by = noun.order?.[0], isNewestFirst = false } = noun.pages ?? {}
    return [noun.table, `${noun.one} ${noun.made ?? 'created'}, by ${by}${isNewestFirst ? ', newest first' : ''}`]
  })
  expect(Object.fromEntries(told)).toEqual({
    ads: 'ad created, by created_at, newest first',
    promotional_content: 'promotion created, by created_at, newest first',
    delivery_options: 'option created, by fee',
    delivery_zones: 'zone created, by position',
    holidays: 'holiday added, by day',
  })
})
