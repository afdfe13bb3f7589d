import { setImmediate as soon } from 'node:timers/promises'
import pg from 'pg'
import { type Database, type OpenDatabase, openDatabase } from '#db/client.ts'
import { PreparingClient } from '#db/database-connection.ts'
import { refusalOf } from '#db/errors.ts'
import { isProblem } from '#domain/problem.ts'

/** Runs a statement where its process's turn comes. */
type Send = (text: string, values?: unknown[]) => Promise<pg.QueryResult>
/** Stands between the program and the gate: a planted race sends other statements than the program meant. */
export type Plant = (text: string, values: unknown[] | undefined, send: Send) => Promise<pg.QueryResult>

/** A statement that was let through. */
export interface Step {
  process: number
  text: string
  /** The processes of which one could go next. */
  ready: number[]
  /** A transaction of its process was open before it. */
  isInside: boolean
  /** It waited for a lock of another process. */
  hasWaited: boolean
}
export interface Run {
  steps: Step[]
  /** `done`, the code of a refusal, or an error that no user should see, by process. */
  results: string[]
}
/** Who goes next. `inside` are the processes with an open transaction. */
export type Choose = (ready: number[], steps: Step[], inside: Set<number>) => number

/** One process of the shop: its pools, and what it is at. */
interface Process extends OpenDatabase {
  parked: { text: string; go(): void }[]
  /** Server processes that have run a statement of it, and those that run one now. */
  connections: Set<number>
  running: Set<number>
  transactions: number
  /** Its statement waits for a lock. */
  isStuck: boolean
  isOver: boolean
}

export interface Gate {
  /** The database of each process. */
  databases: Database[]
  plant: Plant | null
  /** Runs one work for each process at the same time, one statement after the other, as `choose` says. Throws when nobody can go on. */
  run(works: ((db: Database) => Promise<unknown>)[], choose: Choose): Promise<Run>
  close(): Promise<void>
}

/** Processes of a shop whose every statement, `begin` and `commit` too, waits until it is let through. `ownerUrl` looks at locks. */
export async function openGate(urls: { appUrl: string; ownerUrl: string }, count: number): Promise<Gate> {
  const monitor = new pg.Client({ connectionString: urls.ownerUrl })
  await monitor.connect()
  // Two that wait for each other are told at once, and the one that closed the circle is the victim.
  await monitor.query(`do $$ begin execute format('alter database %I set deadlock_timeout = 1', current_database()); end $$`)
  let isShut = false
  let changed = () => {}
  const processes: Process[] = Array.from({ length: count }, () => {
    const process: Omit<Process, keyof OpenDatabase> = {
      parked: [],
      connections: new Set(),
      running: new Set(),
      transactions: 0,
      isStuck: false,
      isOver: true,
    }
    return Object.assign(process, openDatabase(urls.appUrl, { connections: 4, Client: clientOf(process) }))
  })

  /** The connections of a process. */
  function clientOf(process: Omit<Process, keyof OpenDatabase>): typeof PreparingClient {
    return class extends PreparingClient {
      // biome-ignore lint/suspicious/noExplicitAny: forwards all of pg's overloads
      override query(query: any, values?: any, callback?: any): any {
        if (!isShut || process.isOver) return super.query(query, values, callback)
        const told = typeof values === 'function' ? values : callback
        const send: Send = (text, sent) => this.#pass(text, () => super.query(typeof query === 'string' ? text : { ...query, text }, sent))
        const text: string = typeof query === 'string' ? query : query.text
        const result = gate.plant
          ? gate.plant(text, Array.isArray(values) ? values : undefined, send)
          : send(text, values === told ? undefined : values)
        if (!told) return result
        result.then((found) => told(undefined, found), told)
      }

      async #pass(text: string, go: () => Promise<pg.QueryResult>): Promise<pg.QueryResult> {
        // biome-ignore lint/suspicious/noExplicitAny: the type of pg leaves it out
        const pid: number = (this as any).processID
        await new Promise<void>((settle) => {
          process.parked.push({ text, go: settle })
          changed()
        })
        process.connections.add(pid)
        process.running.add(pid)
        try {
          return await go()
        } finally {
          process.running.delete(pid)
          if (/^begin\b/i.test(text)) process.transactions++
          if (/^(commit|rollback)$/i.test(text)) process.transactions--
          changed()
        }
      }
    }
  }

  const isQuiet = ({ isOver, parked, running }: Process) => isOver || (parked.length > 0 && running.size === 0)

  /** Waits until every process waits at the gate or for a lock of one that does, or is over. */
  async function settle(): Promise<void> {
    let isLate = false
    for (const end = performance.now() + 10_000; performance.now() < end; ) {
      let wake = (_: boolean) => {}
      const event = new Promise<boolean>((settled) => {
        wake = settled
      })
      changed = () => wake(false)
      await soon()
      const restless = processes.filter((process) => !isQuiet(process))
      if (restless.every(({ isStuck }) => isStuck) || isLate) {
        if (await areStuck(restless)) return
      }
      const timer = setTimeout(() => wake(true), 2)
      isLate = await event
      clearTimeout(timer)
    }
    throw new Error('a process neither goes on nor waits')
  }

  /** Whether each of these waits for a lock of one that waits at the gate; not those that wait for each other, of which PostgreSQL ends one, or for autovacuum, which lets go. */
  async function areStuck(restless: Process[]): Promise<boolean> {
    for (const process of processes) process.isStuck = false
    if (restless.length === 0) return true
    if (restless.some(({ running }) => running.size === 0)) return false
    const { rows } = await monitor.query<{ pid: number; blockers: number[] }>({
      name: 'blockers',
      text: 'select pid, pg_blocking_pids(pid) as blockers from unnest($1::integer[]) as pid',
      values: [restless.flatMap(({ running }) => [...running])],
    })
    const blockers = new Map(rows.map((row) => [row.pid, row.blockers]))
    const isOurs = (pid: number) => processes.some(({ connections }) => connections.has(pid))
    const leadsOut = (pid: number, seen: number[]): boolean =>
      (blockers.get(pid) ?? []).some((each) => (blockers.has(each) ? !seen.includes(each) && leadsOut(each, [...seen, each]) : isOurs(each)))
    if (![...blockers.keys()].every((pid) => leadsOut(pid, [pid]))) return false
    for (const process of restless) process.isStuck = true
    return true
  }

  const gate: Gate = {
    databases: processes.map(({ db }) => db),
    plant: null,
    async run(works, choose) {
      const steps: Step[] = []
      const results: string[] = []
      let lastStep = performance.now()
      isShut = true
      const going = works.map(async (work, at) => {
        const process = processes[at] as Process
        Object.assign(process, { isOver: false, isStuck: false, transactions: 0 })
        results[at] = await work(process.db).then(() => 'done', describe)
        process.isOver = true
        changed()
      })
      try {
        for (;;) {
          await settle()
          for (const [at, { isStuck }] of processes.entries()) {
            const last = isStuck && steps.findLast(({ process }) => process === at)
            if (last) last.hasWaited = true
          }
          const ready = processes.flatMap(({ parked }, at) => (parked.length > 0 ? [at] : []))
          if (ready.length === 0 && processes.every(({ isOver }) => isOver)) break
          // Of several statements of one process one may have been seen waiting for another that was just ending.
          if (ready.length === 0 && performance.now() < lastStep + 10_000) continue
          const inside = new Set(processes.flatMap(({ transactions }, at) => (transactions > 0 ? [at] : [])))
          const last = steps.at(-1)?.process ?? -1
          const next = ready.includes(last) && isSilent(processes[last]?.parked[0]?.text) ? last : choose(ready, steps, inside)
          const statement = processes[next]?.parked.shift()
          if (!statement) throw new Error(`nobody is ready after ${steps.length} statements: ${steps.at(-1)?.text}`)
          steps.push({ process: next, text: statement.text, ready, isInside: inside.has(next), hasWaited: false })
          lastStep = performance.now()
          statement.go()
        }
      } finally {
        isShut = false
        for (const { parked } of processes) for (const { go } of parked.splice(0)) go()
        await Promise.all(going)
      }
      return { steps, results }
    },
    async close() {
      await Promise.all(processes.map((process) => process.close()))
      await monitor.end()
    },
  }
  return gate
}

/** What no other process sees goes along with the statement before it. */
function isSilent(text = ''): boolean {
  return /^(savepoint|release)\b/i.test(text)
}

/** A refusal by its code; anything else is no answer for a user. */
function describe(error: unknown): string {
  if (isProblem(error) && !['internal', 'unavailable'].includes(error.code)) return error.code
  const refusal = refusalOf(error)
  return `error: ${refusal ? `${refusal.code} ${refusal.constraint ?? ''}` : ''} ${isProblem(error) ? error.code : error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : error}`
}
