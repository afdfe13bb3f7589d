import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { attachDebts } from '#features/affiliates/debts.ts'
import { checkLedger, checkLedgerAtNight } from '#features/affiliates/wallet/check-ledger.ts'
import { entered, refusalOf } from '../../../../test/accounts.ts'
import { affiliate, earn } from '../../../../test/affiliates.ts'
import { as, contextOn, interrupted, rowsOf, theShop } from '../../../../test/checkout.ts'
import { useDatabase } from '../../../../test/database.ts'
import { debtor } from '../../../../test/debtor.ts'

const database = useDatabase()
const at = (instant: string) => ({ ...as(contextOn(database), theShop), now: sql`(${instant}::timestamptz)` })
const hasRun = async (instant: string) => (await checkLedgerAtNight(at(instant))) !== null

it('is done once a night after three, whenever the shop happens to run', async () => {
  // Never done yet.
  const first = at('2026-11-20 14:00+03')
  expect((await checkLedgerAtNight(first))?.broken).toEqual([])
  expect(first.logged).toMatchObject([{ level: 'info', message: 'the books balance' }])
  for (const [instant, runs] of [
    ['2026-11-20 14:10+03', false],
    ['2026-11-21 02:59+03', false],
    ['2026-11-21 03:00+03', true],
    ['2026-11-21 03:10+03', false],
    ['2026-11-21 23:59+03', false],
    // Closed in the night: in the morning.
    ['2026-11-22 08:30+03', true],
    ['2026-11-22 08:40+03', false],
    ['2026-11-23 02:00+03', false],
    // Away for days: once.
    ['2026-11-27 01:00+03', true],
    ['2026-11-27 02:00+03', false],
    ['2026-11-27 03:30+03', true],
  ] as const)
    expect(await hasRun(instant), instant).toBe(runs)
})

it('comes round again when it could not be finished', async () => {
  const night = at('2026-12-01 03:30+03')
  const dying = interrupted(night, async () => {
    throw new Error('away')
  })
  await expect(checkLedgerAtNight({ ...night, db: dying.db })).rejects.toThrow('away')
  expect(await hasRun('2026-12-01 03:40+03')).toBe(true)
})

it('leaves nothing behind when somebody else asks for it', async () => {
  const before = await rowsOf(database, sql`select * from job_runs`)
  expect(await refusalOf(checkLedgerAtNight({ ...at('2027-01-01 04:00+03'), actor: contextOn(database).actor }))).toBe('signed_out')
  expect(await rowsOf(database, sql`select * from job_runs`)).toEqual(before)
})

it('compares the wallets of affiliates, each with the debts that it took over', async () => {
  const { affiliates } = await checkLedger(at('now'))
  const { who } = await debtor(database)
  const again = await entered(database, { email: who.email, is_affiliate: true })
  await attachDebts(contextOn(database), again.id)
  await earn(database, await affiliate(database), 100)
  expect(await checkLedger(at('now'))).toMatchObject({ affiliates: affiliates + 3, broken: [] })
})

it('takes the time it needs, in a shop where a request has less', async () => {
  await database.ownerDb.execute(sql`alter view wallets rename to wallets_of_few`)
  await database.ownerDb.execute(sql`create view wallets as select * from wallets_of_few where (select pg_sleep(0.5)) is not null`)
  const hurried = openDatabase(`${database.appUrl}?options=${encodeURIComponent('-c statement_timeout=400ms -c transaction_timeout=400ms')}`)
  try {
    await expect(hurried.db.execute(sql`select from wallets`)).rejects.toThrow()
    expect((await checkLedger({ db: hurried.db, actor: theShop })).broken).toEqual([])
  } finally {
    await hurried.close()
    await database.ownerDb.execute(sql`drop view wallets`)
    await database.ownerDb.execute(sql`alter view wallets_of_few rename to wallets`)
  }
})

it('names the affiliate whose wallet is not what its rows come to', async () => {
  const who = await affiliate(database)
  await earn(database, who, 100)
  const wrong = database.ownerDb.transaction(async (tx) => {
    await tx.execute(sql`
      do $$ begin execute format('create or replace view wallets as select affiliate_id, earned, pending, reserved, paid, clawed_back, available + 1 as available, carried
        from (%s) w', rtrim(pg_get_viewdef('wallets'::regclass), ';')); end $$`)
    expect((await checkLedger({ ...at('now'), db: tx })).broken).toContainEqual({ name: 'balance', key: who.userId })
    tx.rollback()
  })
  await expect(wrong).rejects.toThrow('Rollback')
  expect((await checkLedger(at('now'))).broken).toEqual([])
})
