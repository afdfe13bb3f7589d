import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { hashPassword } from '#features/people/hash-password.ts'
import { setPassword } from '#features/people/set-password.ts'
import { refusalOf } from './accounts.ts'
import { contextOn, rowsOf } from './checkout.ts'

type On = { db: Database }

/** What the password of an account is after `overtaken`. */
export const overtakingPassword = 'nyumba-yangu-7'

/** Lets an act check the old password of an account, and puts a new one in its place before the act goes on. Answers what the act was refused with. */
export async function overtaken(database: On, userId: string, act: () => Promise<unknown>, held = user(userId)): Promise<string> {
  const hash = await hashPassword(overtakingPassword)
  const [refusal] = await meanwhile(database, held, [act], (inside) => setPassword({ ...contextOn(database), ...inside }, userId, hash))
  return refusal as string
}

/** What somebody may hold: everybody who changes an account waits for its user. */
export const user = (id: string): SQL => sql`select from auth.users where id = ${id} for update`
/** Only who looks at the password again waits for it. */
export const passwordOf = (id: string): SQL => sql`select from auth.accounts where user_id = ${id} for update`
/** Only who begins or ends a session waits. */
export const allSessions = sql`lock table auth.sessions in share mode`

/**
 * Lets acts go as far as they come while somebody holds something, who then makes a change and lets go. Answers what each was refused with.
 * Nothing is left to luck: it waits until every act is over or waits for a row itself.
 */
export async function meanwhile(
  database: On,
  held: SQL,
  acts: (() => Promise<unknown>)[],
  change: (inside: On) => Promise<unknown>,
): Promise<string[]> {
  let going: Promise<string>[] = []
  await database.db.transaction(async (tx) => {
    await tx.execute(held)
    let left = acts.length
    going = acts.map((act) => refusalOf(act()).finally(() => left--))
    while ((await waiting(database)) < left);
    await change({ db: tx })
  })
  return Promise.all(going)
}

/** How many wait for a row. Asked outside of the transaction, in which the picture of who does what would stand still. */
async function waiting(database: On): Promise<number> {
  const [row] = await rowsOf<{ waiting: number }>(
    database,
    sql`select count(*)::integer as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return row?.waiting ?? 0
}
