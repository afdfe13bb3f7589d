import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import pg from 'pg'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { migrate, UnsuitableDatabase } from '#db/run-migrations.ts'
import { openOtherPostgres } from '../../test/other-postgres.ts'

const files = readdirSync(new URL('./migrations/', import.meta.url)).sort()
const { ownerUrl, template } = inject('database')
const made: string[] = []

async function onServer<Result>(database: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: ownerUrl.replace('DATABASE', database) })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** A database with nothing in it, or with what the template has. */
async function newDatabase(from = 'template0'): Promise<string> {
  const name = `migrate_${randomBytes(6).toString('hex')}`
  await onServer('postgres', (client) => client.query(`create database ${name} template ${from}`))
  made.push(name)
  return name
}

afterEach(async () => {
  for (const name of made.splice(0)) await onServer('postgres', (client) => client.query(`drop database ${name} with (force)`))
})

describe('migrations', () => {
  it('run once each, in the order of their names', async () => {
    const name = await newDatabase()
    const url = ownerUrl.replace('DATABASE', name)
    expect(await migrate(url)).toEqual(files)
    expect(await migrate(url)).toEqual([])
    const { rows } = await onServer(name, (client) => client.query('select name from schema_migrations order by applied_at'))
    expect(rows.map((row) => row.name)).toEqual(files)
  })

  it('run once when four processes start at the same time', async () => {
    const url = ownerUrl.replace('DATABASE', await newDatabase())
    const ran = await Promise.all([1, 2, 3, 4].map(() => migrate(url)))
    expect(ran.flat()).toEqual(files)
  })

  it('are refused by an older PostgreSQL in one sentence, before anything is changed', async () => {
    const name = await newDatabase()
    const { rows: version } = await onServer(name, (client) => client.query('show server_version_num'))
    const old = await openOtherPostgres(ownerUrl.replace('DATABASE', name), version[0].server_version_num, '150018')
    const refusal = await migrate(old.url).catch((error) => error)
    await old.close()
    expect(refusal).toBeInstanceOf(UnsuitableDatabase)
    expect(refusal.message).toBe('the database is PostgreSQL 15.18, and the shop needs PostgreSQL 18 or newer. Nothing was changed.')
    const { rows } = await onServer(name, (client) => client.query(`select from pg_class where relnamespace = 'public'::regnamespace`))
    expect(rows).toEqual([])
  })

  it('are refused when one that has run was edited since, and nothing is run', async () => {
    const name = await newDatabase(template)
    const url = ownerUrl.replace('DATABASE', name)
    await onServer(name, (client) => client.query(`update schema_migrations set sha256 = 'other' where name = $1`, [files[0]]))
    await expect(migrate(url)).rejects.toThrow(`migration ${files[0]} was edited after it had run`)
  })

  it('are refused in one sentence where the list that has run is another, and nothing is changed', async () => {
    const name = await newDatabase()
    await onServer(name, (client) =>
      client.query(`create table schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now());
        insert into schema_migrations (name, sha256) values ('0001-shop.sql', 'x')`),
    )
    const refusal = await migrate(ownerUrl.replace('DATABASE', name)).catch((error) => error)
    expect(refusal).toBeInstanceOf(UnsuitableDatabase)
    expect(refusal.message).toMatch(/^the list of migrations .* is not that of this shop: .* Nothing was changed\.$/)
    const state = `select relname, (select string_agg(name, ' ') from schema_migrations) as files from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`
    expect((await onServer(name, (client) => client.query(state))).rows).toEqual([{ relname: 'schema_migrations', files: '0001-shop.sql' }])
  })

  it('leave nothing behind when one of them fails, and run again when the reason is gone', async () => {
    const name = await newDatabase()
    const url = ownerUrl.replace('DATABASE', name)
    await onServer(name, (client) => client.query('create table changes (id integer)'))
    await expect(migrate(url)).rejects.toThrow('relation "changes" already exists')
    const { rows } = await onServer(name, (client) => client.query(`select table_name from information_schema.tables where table_schema = 'public'`))
    expect(rows.map((row) => row.table_name).sort()).toEqual(['changes', 'schema_migrations'])
    await onServer(name, (client) => client.query('drop table changes'))
    expect(await migrate(url)).toEqual(files)
  })
})
