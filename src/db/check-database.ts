import { randomInt } from 'node:crypto'
import type pg from 'pg'
import { type DatabaseUrls, isPooled, sessionSettings } from '#db/client.ts'
import { withClient } from '#db/database-connection.ts'
import { refusalOf } from '#db/errors.ts'
import { UnsuitableDatabase } from '#db/run-migrations.ts'

/**
 * Tries at a start what the shop's promises rest on and a database that resembles PostgreSQL, or a pooler in between, may lack: a lock excludes, a notification
 * arrives, a deferred trigger fires. Nothing is left behind. Throws UnsuitableDatabase. The version has been checked before (run-migrations.ts).
 */
export async function checkDatabase(addresses: Omit<DatabaseUrls, 'replicaUrl'>, patienceMs = 5_000): Promise<void> {
  const on = (url: string, work: (client: pg.Client) => Promise<void>) => withClient(url, 'viatu-check', work)
  await on(addresses.ownerUrl, (owner) =>
    on(addresses.directUrl, async (direct) => {
      // Before the first connection through a pooler, which begins with them.
      if (isPooled(addresses)) await keepSettingsOnRole(direct)
      await on(addresses.url, async (app) => {
        if (isPooled(addresses)) await requireSettings(app)
        await requireLocks(owner, { DATABASE_DIRECT_URL: direct, DATABASE_URL: app })
        await requireNotifications(direct, app, patienceMs)
        await requireDeferredTriggers(owner)
      })
    }),
  )
}

/** A pooler refuses the settings that a connection of ours begins with, so on its address the role has them. */
async function keepSettingsOnRole(direct: pg.Client) {
  const settings = Object.entries(sessionSettings)
  const statements = settings.map(
    ([name, value]) => `execute format('alter role current_user in database %I set ${name} = ''${value}''', current_database());`,
  )
  // Under a lock, because PostgreSQL refuses two processes that write the same role at once.
  await direct.query(`begin; select pg_advisory_xact_lock(7214030); do $$ begin ${statements.join(' ')} end $$; commit`)
}

async function requireSettings(app: pg.Client) {
  for (const [name, value] of Object.entries(sessionSettings)) {
    const { rows } = await app.query(`select current_setting('${name}') as value`)
    if (rows[0].value === value) continue
    throw new UnsuitableDatabase(
      `${name} is ${rows[0].value} and should be ${value}: DATABASE_URL and DATABASE_DIRECT_URL are not of one role, or the pooler still has connections of before; restart it, or give it RECONNECT.`,
    )
  }
}

/** Also shows that all addresses lead to one database: locks of another would not be seen. */
async function requireLocks(owner: pg.Client, others: Record<string, pg.Client>) {
  const lock = randomInt(2 ** 47)
  await owner.query('select pg_advisory_lock($1)', [lock])
  for (const [name, client] of Object.entries(others)) {
    await client.query('begin')
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_xact_lock($1) as taken', [lock])
    await client.query('rollback')
    if (rows[0]?.taken)
      throw new UnsuitableDatabase(
        `two connections may hold one advisory lock at once: ${name} leads to another database than DATABASE_OWNER_URL, or that is no PostgreSQL.`,
      )
  }
}

async function requireNotifications(direct: pg.Client, app: pg.Client, patienceMs: number) {
  const channel = `check_${randomInt(2 ** 47)}`
  const arrived = new Promise<boolean>((settle) => {
    direct.once('notification', () => settle(true))
    setTimeout(settle, patienceMs, false).unref()
  })
  await direct.query(`listen ${channel}`)
  await app.query('select pg_notify($1, $2)', [channel, ''])
  if (!(await arrived))
    throw new UnsuitableDatabase(
      `a notification does not arrive within ${patienceMs} ms: DATABASE_DIRECT_URL should lead past the pooler, to a PostgreSQL that takes writes.`,
    )
}

async function requireDeferredTriggers(owner: pg.Client) {
  const answer = (text: string) =>
    owner.query(text).then(
      () => null,
      (error) => refusalOf(error)?.code ?? error.message,
    )
  const inserted = await answer(rowThatMayNotStay)
  if (inserted !== null) throw new UnsuitableDatabase(`a row that a deferred trigger refuses at the commit is refused before it (${inserted}).`)
  const committed = await answer('commit')
  if (committed !== refusedAtCommit)
    throw new UnsuitableDatabase(`a deferred trigger does not fire at the commit (${committed ?? 'it is accepted'}).`)
}

const refusedAtCommit = 'VT001'
/** The trigger refuses the commit, so that nothing is left behind. */
const rowThatMayNotStay = `
  begin;
  create temp table deferred_check (id integer);
  create function pg_temp.refuse_check() returns trigger language plpgsql as $$ begin raise exception using errcode = '${refusedAtCommit}'; end $$;
  create constraint trigger refuse_check after insert on deferred_check deferrable initially deferred for each row execute function pg_temp.refuse_check();
  insert into deferred_check values (1)`
