import { randomBytes } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { type Database, type OpenDatabase, openDatabase } from '#db/client.ts'
import { theShop } from '#features/context.ts'
import { checkLedger } from '#features/wallet/check-ledger.ts'
import { ledgerRows } from './ledger-rows.ts'

/** A test file's own database, cloned from the migrated template. After every test the books must balance. */
export function useDatabase(): TestDatabase {
  const urls = inject('database')
  const name = `test_${randomBytes(6).toString('hex')}`
  const at = (url: string) => url.replace('DATABASE', name)
  const test: Partial<TestDatabase> = { appUrl: at(urls.appUrl), ownerUrl: at(urls.ownerUrl) }
  let open: OpenDatabase
  let asOwner: OpenDatabase

  beforeAll(async () => {
    await administer(urls.ownerUrl, `create database ${name} template ${urls.template} strategy file_copy`)
    open = openDatabase(test.appUrl as string, { connections: 20 })
    asOwner = openDatabase(test.ownerUrl as string, { connections: 2 })
    Object.assign(test, { db: open.db, ownerDb: asOwner.db })
  })
  afterEach(() => expectBooksToBalance(asOwner.db))
  afterAll(async () => {
    await open.close()
    await asOwner.close()
    await administer(urls.ownerUrl, `drop database ${name} with (force)`)
  })
  return test as TestDatabase
}

export interface TestDatabase {
  db: Database
  /** As the owner, for what the app's role may not do, such as changing a timestamp of a row. */
  ownerDb: Database
  appUrl: string
  ownerUrl: string
}

/** Checks the invariants as the shop's job does; `npm test` fails when all checks together saw too few rows (test/run.ts). */
export async function expectBooksToBalance(db: Database) {
  const { broken, rows } = await checkLedger({ db, actor: theShop })
  expect(broken, 'broken invariants (src/db/invariants.ts)').toEqual([])
  appendFileSync(ledgerRows(), `${rows}\n`)
}

/** Runs a statement on the database `postgres`, to create test databases. One at a time, because a template must have no other session. */
async function administer(ownerUrl: string, statement: string) {
  const client = new pg.Client({ connectionString: ownerUrl.replace('DATABASE', 'postgres') })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(7214003)')
    await client.query(statement)
  } finally {
    await client.end()
  }
}
