import { appendFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { theShop } from '#core/context.ts'
import { checkDatabase } from '#db/check-database.ts'
import type { Database } from '#db/client.ts'
import { checkLedger } from '#features/affiliates/wallet/check-ledger.ts'
import { giveBack, type KeptDatabase, takeDatabase } from './kept-databases.ts'
import { ledgerRows } from './ledger-rows.ts'

/** A database for a test file alone, as the migrated template or another. After every test the books must balance; at the end alone in a walk: many small steps, or tests that move no money. */
export function useDatabase({ isWalk = false, template }: { isWalk?: boolean; template?: () => string } = {}): TestDatabase {
  const test: Partial<TestDatabase> = {}
  let kept: KeptDatabase

  beforeAll(async () => {
    kept = await takeDatabase(template?.() ?? inject('database').template)
    const { app, asOwner, appUrl, pooledUrl, ownerUrl } = kept
    if (pooledUrl) await checkDatabase({ url: pooledUrl, directUrl: appUrl, ownerUrl })
    // Objects of their own, because what the shop remembers of a database it remembers by its object.
    Object.assign(test, { db: Object.create(app.db), ownerDb: Object.create(asOwner.db), appUrl, ownerUrl })
  })
  if (!isWalk) afterEach(() => expectBooksToBalance(kept.owner.db))
  afterAll(async () => {
    if (isWalk) await expectBooksToBalance(kept.owner.db)
    await giveBack(kept)
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
