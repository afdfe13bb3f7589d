import { sql } from 'drizzle-orm'
import type { Context, Services } from '#core/context.ts'
import { formatDateTime } from '#domain/nairobi-time.ts'
import type { JobRecord } from '#features/staff/monitoring/monitor.ts'
import { lastLedgerCheck, measureDatabase } from '#features/staff/monitoring/read-figures.ts'
import {
  day,
  minute,
  number,
  type Reading,
  readAssistant,
  readCallbacks,
  readMessages,
  readPayments,
  readReach,
  readStorage,
  size,
  spell,
} from '#features/staff/monitoring/service-lines.ts'
import { getBackupStatus, walPatience } from '#features/upkeep/backup-status.ts'

/** The lines of the status page, by name. Those of `ofProcess` tell of the process that answers, or of its machine; one that has no part of the shop to tell of (`isSetUp`) is left out. */
export const statusLines: { name: string; ofProcess?: true; isSetUp?(services: Services): boolean; read(ctx: Context): Promise<Reading> }[] = [
  { name: 'Shop', ofProcess: true, read: readShop },
  { name: 'Database', read: readDatabase },
  { name: 'Replica for lists', ofProcess: true, isSetUp: ({ monitor }) => monitor.probe.replica !== null, read: readReplica },
  { name: 'M-Pesa', read: readPayments },
  { name: "M-Pesa's messages", read: readCallbacks },
  { name: 'E-mails and SMS', read: readMessages },
  { name: 'News of orders', read: readReach },
  { name: 'Assistant', ofProcess: true, isSetUp: ({ assistant }) => assistant !== null, read: readAssistant },
  { name: 'File storage', ofProcess: true, isSetUp: ({ files }) => files.isRemote, read: readStorage },
  { name: 'Background jobs', ofProcess: true, read: readJobs },
  { name: 'Books', read: readBooks },
  { name: 'Disk', ofProcess: true, read: readDisk },
  { name: 'Backup', read: readBackup },
]

async function readShop({ services: { monitor } }: Context): Promise<Reading> {
  const { inUse = 0, max = 0, waiting = 0 } = monitor.probe.pools().pages ?? {}
  const open = `Open for ${spell((Date.now() - monitor.startedAt.getTime()) / 1000)}`
  return {
    said: waiting === 0 ? `${open}; nothing waits.` : `${open}; ${number(waiting, 'request waits', 'requests wait')} for the database.`,
    technical: `Database version ${await monitor.probe.schema()}. ${inUse} of ${max} connections to the database are in use.`,
    rules: [[waiting > 0, 'attention', 'If it lasts, visitors wait: see what is slow under Database, or open another process.']],
  }
}

async function readDatabase(ctx: Context): Promise<Reading> {
  const begun = performance.now()
  await ctx.db.execute(sql`select 1`)
  const answers = spell((performance.now() - begun) / 1000)
  const { bytes, connections, max, longest } = await measureDatabase(ctx)
  return {
    said: `Answers in ${answers} and holds ${size(bytes)}.`,
    technical: `${connections} of ${max} connections are open; the longest query has run for ${spell(longest)}.`,
    rules: [
      [connections > 0.9 * max, 'bad', 'Close other programs that use this database, or ask your technician to raise its limit (max_connections).'],
      [longest > 3, 'attention', 'Pages may be slow until that query ends, such as an import. If it stays, ask your technician (pg_stat_activity).'],
    ],
  }
}

async function readReplica({ services: { monitor } }: Context): Promise<Reading> {
  const { lagBytes = null, isRead = false } = (await monitor.probe.replica?.()) ?? {}
  const has =
    lagBytes === null ? 'It does not answer' : lagBytes === 0 ? 'It has all that was written' : `It lacks the last ${size(lagBytes)} of changes`
  const mayStop = 'Nothing is lost; the database has more to do'
  return {
    said: `${has}; lists are read from ${isRead ? 'it' : 'the database itself'}.`,
    rules: [
      [lagBytes === null, 'attention', `${mayStop}. Start the replica again: its log says why it stopped.`],
      [!isRead, 'attention', `${mayStop}. If it stays, see whether the replica is cut off from the database, or too slow.`],
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
      [
        broken.length > 0,
        'bad',
        'Hold refunds and payouts. Ask your technician for npx viatu ledger:check, which names the rows; the audit log says who changed them.',
      ],
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
  const isNew = drill === null && backup !== null && backup.age < day
  const parts = [
    backup ? `The last is ${spell(backup.age)} old` : 'There is none yet',
    wal && !wal.isOff && (wal.waiting === 0 ? 'all changes since are kept' : `changes of the last ${spell(wal.waitingAge ?? 0)} are not kept yet`),
    drill ? `a drill restored one ${spell(drill.age)} ago` : isNew ? 'the first drill runs tonight at the latest' : 'no drill has restored one yet',
  ]
  const failure = failed && `. The last ${failed.kind} failed at ${formatDateTime(failed.started_at)}: ${(failed.reason ?? '').replace(/\.$/, '')}`
  return {
    said: `${parts.filter(Boolean).join('; ')}${failure ?? ''}.`,
    rules: [
      [
        failed !== null,
        'bad',
        `Mend the reason, then ask your technician for npx viatu ${failed?.kind === 'drill' ? 'drill' : 'backup'}: this stays until one succeeds.`,
      ],
      [wal?.isOff === true, 'bad', 'Changes are not copied as they are made: close the shop and all its commands once, and open it again.'],
      [
        wal?.failing === true || (wal?.waitingAge ?? 0) > 5 * minute,
        'bad',
        'The newest changes do not reach the store: see whether it is full or away.',
      ],
      [(backup?.age ?? 9 * day) > 2 * day, 'bad', 'Ask your technician for npx viatu backup; the log says why none was made.'],
      [(wal?.waitingAge ?? 0) > walPatience, 'attention', 'The newest changes wait here: see whether the store is full or away.'],
      [
        !isNew && (drill?.age ?? 9 * day) > 8 * day,
        'attention',
        'Ask your technician for npx viatu drill: it tries on a spare copy whether a restore works.',
      ],
    ],
  }
}
