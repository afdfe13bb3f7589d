import { randomBytes } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { checkDatabase } from '#db/check-database.ts'
import { type Database, type OpenDatabase, openDatabase } from '#db/client.ts'
import { theShop } from '#features/context.ts'
import { checkLedger } from '#features/wallet/check-ledger.ts'
import { administer } from './administer.ts'
import { ledgerRows } from './ledger-rows.ts'

/** A test file's own database, cloned from the migrated template or another. After every test the books must balance; at the end alone in a walk of many small steps. */
export function useDatabase({ isWalk = false, template }: { isWalk?: boolean; template?: () => string } = {}): TestDatabase {
  const { appUrl, pooledUrl, ownerUrl, make, drop } = ownDatabase()
  const test: Partial<TestDatabase> = { appUrl, ownerUrl }
  let open: OpenDatabase
  let asOwner: OpenDatabase

  beforeAll(async () => {
    await make(template?.())
    if (pooledUrl) await checkDatabase({ url: pooledUrl, directUrl: appUrl, ownerUrl })
    open = openDatabase(pooledUrl ?? appUrl, { connections: 20, pooled: pooledUrl !== null })
    asOwner = openDatabase(ownerUrl, { connections: 2 })
    Object.assign(test, { db: open.db, ownerDb: asOwner.db })
  })
  if (!isWalk) afterEach(() => expectBooksToBalance(asOwner.db))
  afterAll(async () => {
    if (isWalk) await expectBooksToBalance(asOwner.db)
    await open.close()
    await asOwner.close()
    await drop()
  })
  return test as TestDatabase
}

/** A database with a name of its own, to be cloned from a template. */
export function ownDatabase() {
  const { appUrl, pooledUrl, ownerUrl, template } = inject('database')
  const name = `test_${randomBytes(6).toString('hex')}`
  const at = (url: string) => url.replace('DATABASE', name)
  return {
    appUrl: at(appUrl),
    /** The same through a pooler, where the run has one (VIATU_POOLED). */
    pooledUrl: pooledUrl && at(pooledUrl),
    ownerUrl: at(ownerUrl),
    make: (from = template) => administer(ownerUrl, `create database ${name} template ${from} strategy file_copy`),
    drop: () => administer(ownerUrl, `drop database ${name} with (force)`),
  }
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
