import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { setPassword } from '#features/people/change-password.ts'
import { hashPassword } from '#features/people/hash-password.ts'
import { refusalOf } from './accounts.ts'
import { contextOn, rowsOf } from './checkout.ts'

type On = { db: Database }

/** The new password of an account after `overtaken`. */
export const overtakingPassword = 'nyumba-yangu-7'

/** Changes an account's password between an act's check of the old one and its commit. Returns the code that the act was refused with. */
export async function overtaken(database: On, userId: string, act: () => Promise<unknown>, held = user(userId)): Promise<string> {
  const hash = await hashPassword(overtakingPassword)
  const [refusal] = await meanwhile(database, held, [act], (inside) => setPassword({ ...contextOn(database), ...inside }, userId, hash))
  return refusal as string
}

/** Locks the user row, for which every change of the account waits. */
export const user = (id: string): SQL => sql`select from auth.users where id = ${id} for update`
/** Locks the password row, for which only a second password check waits. */
export const passwordOf = (id: string): SQL => sql`select from auth.accounts where user_id = ${id} for update`
/** Blocks the start and end of sessions. */
export const allSessions = sql`lock table auth.sessions in share mode`

/**
 * Runs acts while another transaction holds a lock, then makes a change in it and commits. Returns the code that each act was refused with.
 * Deterministic: it waits until every act has finished or waits for a lock.
 */
export async function meanwhile(
  database: On,
  held: SQL | ((inside: On) => Promise<unknown>),
  acts: (() => Promise<unknown>)[],
  change: (inside: On) => Promise<unknown>,
): Promise<string[]> {
  let going: Promise<string>[] = []
  await database.db.transaction(async (tx) => {
    await (typeof held === 'function' ? held({ db: tx }) : tx.execute(held))
    let left = acts.length
    going = acts.map((act) => refusalOf(act()).finally(() => left--))
    while ((await waiting(database)) < left);
    await change({ db: tx })
  })
  return Promise.all(going)
}

/** How many statements wait for a lock. Queried outside the transaction, in which pg_stat_activity would be a snapshot. */
async function waiting(database: On): Promise<number> {
  const [row] = await rowsOf<{ waiting: number }>(
    database,
    sql`select count(*)::integer as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return row?.waiting ?? 0
}
