import { sql } from 'drizzle-orm'
import type { Context } from '#features/context.ts'
import type { JobRecord } from '#features/monitoring/monitor.ts'
import { countCallbacks, countMessages, countPrompts, lastLedgerCheck, measureDatabase } from '#features/monitoring/read-figures.ts'
import { getBackupStatus } from '#features/upkeep/backup-status.ts'

/** The worst first. */
export const statusStates = ['bad', 'attention', 'good'] as const

/** `said`: a sentence for an owner. `rules`, the worst first: the first that is true gives the state and what to do; none is good. */
interface Reading {
  said: string
  rules?: [isSo: boolean, state: 'bad' | 'attention', todo: string][]
}

const [minute, hour, day] = [60, 3_600, 86_400]

/** How long, roughly: `0.2 s`, `40 s`, `5 minutes`, `3 hours`, `2 days`. */
function spell(seconds: number): string {
  if (seconds < 2 * minute) return `${seconds < 10 ? Number(seconds.toPrecision(1)) : Math.round(seconds)} s`
  if (seconds < 2 * hour) return `${Math.round(seconds / minute)} minutes`
  return seconds < 2 * day ? `${Math.round(seconds / hour)} hours` : `${Math.round(seconds / day)} days`
}

const size = (bytes: number) => (bytes < 1e9 ? `${Math.ceil(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`)
const number = (count: number, one: string, many = `${one}s`) => `${count.toLocaleString('en-KE')} ${count === 1 ? one : many}`

/** The lines of the status page, by name. Those of `ofProcess` tell of the process that answers, or of its machine. */
export const statusLines: { name: string; ofProcess?: true; read(ctx: Context): Promise<Reading> }[] = [
  { name: 'Shop', ofProcess: true, read: readShop },
  { name: 'Database', read: readDatabase },
  { name: 'M-Pesa', read: readPayments },
  { name: 'Callbacks', read: readCallbacks },
  { name: 'E-mails and SMS', read: readMessages },
  { name: 'Background jobs', ofProcess: true, read: readJobs },
  { name: 'Books', read: readBooks },
  { name: 'Disk', ofProcess: true, read: readDisk },
  { name: 'Backup', read: readBackup },
]

async function readShop({ services: { monitor } }: Context): Promise<Reading> {
  const { inUse = 0, max = 0, waiting = 0 } = monitor.probe.pools().pages ?? {}
  const open = `Open for ${spell((Date.now() - monitor.startedAt.getTime()) / 1000)}, with version ${await monitor.probe.schema()} of the tables`
  return {
    said: `${open}. ${inUse} of ${max} connections are in use; ${number(waiting, 'request waits', 'requests wait')} for one.`,
    rules: [[waiting > 0, 'attention', 'If it lasts, visitors wait: see what is slow under Database, or open another process.']],
  }
}

async function readDatabase(ctx: Context): Promise<Reading> {
  const begun = performance.now()
  await ctx.db.execute(sql`select 1`)
  const answers = spell((performance.now() - begun) / 1000)
  const { bytes, connections, max, longest } = await measureDatabase(ctx)
  return {
    said: `Answers in ${answers} and holds ${size(bytes)}. ${connections} of ${max} connections are open; the longest statement runs for ${spell(longest)}.`,
    rules: [
      [connections > 0.9 * max, 'bad', 'Close what else uses this database, or raise max_connections.'],
      [longest > 3, 'attention', 'Pages may be slow until that statement ends, such as an import. If it stays: pg_stat_activity.'],
    ],
  }
}

async function readPayments(ctx: Context): Promise<Reading> {
  const { monitor, payments } = ctx.services
  const counts = await countPrompts(ctx)
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const times = monitor.recentCalls('mpesa prompt').flatMap(({ at, ms }) => (at > Date.now() - hour * 1000 ? [ms] : []))
  const middle = times.sort((a, b) => a - b)[Math.floor(times.length / 2)]
  const speed = middle === undefined ? '' : `${payments.name} answers in ${spell(middle / 1000)}. `
  const outcomes = Object.entries(counts).flatMap(([outcome, count]) => (count > 0 ? [`${count} ${outcome}`] : []))
  const many = Math.max(2, all / 4)
  return {
    said: `${speed}${number(all, 'prompt')} in the last hour${all > 0 ? `: ${outcomes.join(', ')}` : ''}.`,
    rules: [
      [
        monitor.probe.breakers().payments === true,
        'bad',
        'It does not answer, so prompts are held back and tried again by themselves. If it lasts, ask Safaricom.',
      ],
      [counts.refused + counts.unknown > many, 'bad', "Prompts are not taken: check the shop's keys, and ask Safaricom."],
      [
        counts['timed out'] > many,
        'attention',
        'Prompts time out: phones are off, or M-Pesa is slow. Buyers can send the prompt again from their order.',
      ],
    ],
  }
}

async function readCallbacks(ctx: Context): Promise<Reading> {
  const { waiting, oldest } = await countCallbacks(ctx)
  const state = oldest > 5 * minute ? 'bad' : 'attention'
  return {
    said: waiting === 0 ? 'All messages of M-Pesa are processed.' : `${number(waiting, 'waits', 'wait')}, the oldest for ${spell(oldest)}.`,
    rules: [
      [oldest > minute, state, 'They are tried again, and in the end handed to you under Orders. The log says why (“callback tried in vain”).'],
    ],
  }
}

async function readMessages(ctx: Context): Promise<Reading> {
  const { mails, notices, oldest, failed } = await countMessages(ctx)
  const waiting = mails + notices === 0 ? 'None waits' : `${number(mails + notices, 'waits', 'wait')}, the oldest for ${spell(oldest)}`
  return {
    said: `${waiting}; ${failed} could not be sent in the last day.`,
    rules: [
      [
        oldest > 10 * minute,
        oldest > hour ? 'bad' : 'attention',
        'They are sent later. Check the mail server and the SMS account; the log has their answers.',
      ],
      [failed > 0, 'attention', 'A few are addresses that do not exist. Many: check the mail server and the SMS account.'],
    ],
  }
}

async function readJobs({ services: { monitor } }: Context): Promise<Reading> {
  const jobs = [...monitor.jobs]
  const names = (some: typeof jobs) => some.map(([name]) => name).join(', ') || 'none'
  const failing = jobs.filter(([, { isFailing }]) => isFailing)
  const isLate = ({ lastSuccess, everySeconds }: JobRecord) =>
    Date.now() - (lastSuccess ?? Date.now()) > 1000 * Math.max(2 * minute, 3 * everySeconds)
  const late = jobs.filter(([, job]) => isLate(job))
  const isWell = failing.length + late.length === 0
  return {
    said: isWell ? `${number(jobs.length, 'job has', 'jobs have')} run as due.` : `Failing: ${names(failing)}. Late: ${names(late)}.`,
    rules: [
      [failing.length > 0, 'bad', 'They run again by themselves. If it stays, the log says why (“job failed”).'],
      [late.length > 0, 'attention', 'A long run, or too much to do. If it stays, restart the shop: what is due is not lost.'],
    ],
  }
}

async function readBooks(ctx: Context): Promise<Reading> {
  const check = await lastLedgerCheck(ctx)
  if (!check) return { said: 'They are checked each night after three, and for the first time soon.' }
  const { broken, age } = check
  return {
    said: `${broken.length === 0 ? 'All rules held' : `Broken: ${broken.join(', ')}`} when they were checked ${spell(age)} ago.`,
    rules: [
      [broken.length > 0, 'bad', 'Hold refunds and payouts. npm run ledger:check names the rows, the audit log who changed them.'],
      [age > 2 * day, 'attention', 'The job “check ledger” checks them each night: see Background jobs.'],
    ],
  }
}

async function readDisk({ services: { monitor } }: Context): Promise<Reading> {
  const { free, total } = await monitor.probe.disk()
  return {
    said: `${size(free)} of ${size(total)} are free where the shop keeps its files.`,
    rules: [[free < Math.max(2e9, 0.1 * total), free < 5e8 ? 'bad' : 'attention', 'Make room: on a full disk no order is taken.']],
  }
}

async function readBackup(ctx: Context): Promise<Reading> {
  const { place, wal, backup, drill, failed } = await getBackupStatus(ctx)
  const isLive = ctx.services.shop.demo === null
  if (place === null && !backup) return { said: 'None is set up.', rules: [[isLive, 'attention', 'Set up backups, or copy the database otherwise.']] }
  const parts = [
    backup ? `The last is ${spell(backup.age)} old` : 'There is none yet',
    wal && (wal.waiting === 0 ? 'all changes since are kept' : `changes of the last ${spell(wal.waitingAge ?? 0)} are not kept yet`),
    drill ? `a drill restored one ${spell(drill.age)} ago` : 'no drill has restored one yet',
  ]
  return {
    said: `${parts.filter(Boolean).join('; ')}.`,
    rules: [
      [failed !== null, 'bad', `A ${failed?.kind} failed: ${failed?.reason}`],
      [
        wal?.failing === true || (wal?.waitingAge ?? 0) > 5 * minute,
        'bad',
        'The newest changes do not reach the store: see whether it is full or away.',
      ],
      [(backup?.age ?? 9 * day) > 2 * day, 'bad', 'Make one with npm run backup; the log says why none was made.'],
      [(drill?.age ?? 9 * day) > 8 * day, 'attention', 'Restore one beside the shop with npm run drill: one that was never restored is a hope.'],
    ],
  }
}
