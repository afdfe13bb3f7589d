import { randomInt } from 'node:crypto'
import pg from 'pg'
import { vi } from 'vitest'
import { ownerUrl, type Scene } from './scene.ts'

/** Rows that the test has locked. */
export interface Hold {
  /** Resolves when this many statements of the shop wait for the lock. Their lock timeout is two seconds. */
  waitedFor(statements: number): Promise<void>
  release(): Promise<void>
  /** Rolls the waiting statements back, as a crash of the machine would; otherwise PostgreSQL would still run the statements of a dead shop. */
  undo(): Promise<void>
}

/** Locks the rows of `query` until `release`, like a slow transaction. */
export async function hold(scene: Scene, query: string): Promise<Hold> {
  const holder = await connect(scene)
  await holder.query(`begin; ${query} for update`)
  return {
    waitedFor: (statements) =>
      vi.waitFor(
        async () => {
          const waiting = await scene.sql('select from pg_stat_activity where cardinality(pg_blocking_pids(pid)) > 0')
          if (waiting.length < statements) throw new Error(`${waiting.length} statements wait, not ${statements}`)
        },
        { timeout: 10_000, interval: 20 },
      ),
    release: () => holder.end(),
    undo: async () => {
      await scene.sql('select pg_terminate_backend(pid, 5000) from pg_stat_activity where cardinality(pg_blocking_pids(pid)) > 0')
      await holder.end()
    },
  }
}

/** A statement at which the shop blocks, so that it can be killed there. */
export interface Freeze {
  /** Resolves when a statement of the shop waits here, until its timeout of five seconds. */
  reached(): Promise<void>
  /** Rolls the waiting transactions back, as a crash of the machine would, and removes the block. */
  undo(): Promise<void>
  /** Lets the waiting statements continue, even if their process is dead. */
  letGo(): Promise<void>
}

/** Blocks each transaction before `event` on a row of `table` for which `when` holds (`old` and `new` are the row). */
export async function freeze(scene: Scene, { table, event, when }: { table: string; event: 'insert' | 'update'; when: string }): Promise<Freeze> {
  const key = randomInt(1, 2 ** 31)
  const holder = await connect(scene)
  await holder.query('select pg_advisory_lock($1)', [key])
  // The shop's own limit on waiting for a lock would end the wait too soon.
  await scene.sql(`
    create function freeze_${key}() returns trigger language plpgsql security definer set lock_timeout = 0 as $$
    begin
      perform pg_advisory_xact_lock_shared(${key});
      return new;
    end $$;
    create trigger a_freeze_${key} before ${event} on ${table} for each row when (${when}) execute function freeze_${key}()`)

  const waiting = () => scene.sql<{ pid: number }>(`select pid from pg_locks where locktype = 'advisory' and objid = ${key} and not granted`)
  const thaw = async () => {
    await holder.end()
    await scene.sql(`drop trigger a_freeze_${key} on ${table}; drop function freeze_${key}()`)
  }
  return {
    reached: () =>
      vi.waitFor(
        async () => {
          if ((await waiting()).length === 0) throw new Error(`nobody ${event}s ${table} where ${when}`)
        },
        { timeout: 20_000, interval: 20 },
      ),
    undo: async () => {
      for (const { pid } of await waiting()) await scene.sql('select pg_terminate_backend($1, 5000)', [pid])
      await thaw()
    },
    letGo: thaw,
  }
}

async function connect({ home }: Scene): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: await ownerUrl(home), application_name: 'test' })
  client.on('error', () => {})
  await client.connect()
  return client
}
