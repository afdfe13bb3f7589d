import { sql } from 'drizzle-orm'
import { hashPassword } from '#features/people/hash-password.ts'
import { setPassword } from '#features/people/set-password.ts'
import { refusalOf } from './accounts.ts'
import { contextOn, rowsOf } from './checkout.ts'
import type { TestDatabase } from './database.ts'

/** What the password of an account is after `overtaken`. */
export const overtakingPassword = 'nyumba-yangu-7'

/**
 * Lets an act check the old password of an account, and puts a new one in place before the act can do anything with that: the account is held
 * until the act is over or waits for it. Answers what the act was refused with.
 */
export async function overtaken(database: Pick<TestDatabase, 'db'>, userId: string, act: () => Promise<unknown>): Promise<string> {
  const hash = await hashPassword(overtakingPassword)
  return meanwhile(database, userId, act, (db) => setPassword({ ...contextOn(database), db }, userId, hash))
}

/** The same with another change than that of the password. */
export async function meanwhile(
  database: Pick<TestDatabase, 'db'>,
  userId: string,
  act: () => Promise<unknown>,
  change: (db: TestDatabase['db']) => Promise<unknown>,
): Promise<string> {
  let going: Promise<string> | undefined
  await database.db.transaction(async (tx) => {
    await tx.execute(sql`select from auth.users where id = ${userId} for update`)
    await change(tx)
    let isOver = false
    going = refusalOf(act()).finally(() => {
      isOver = true
    })
    while (!isOver && !(await somebodyWaits(database)));
  })
  return going as Promise<string>
}

/** Asked outside of the transaction, in which the picture of who does what would stand still. */
async function somebodyWaits(database: Pick<TestDatabase, 'db'>): Promise<boolean> {
  const [row] = await rowsOf<{ waits: boolean }>(
    database,
    sql`select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as waits`,
  )
  return row?.waits === true
}
