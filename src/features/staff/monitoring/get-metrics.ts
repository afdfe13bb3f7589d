import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type Context, requirePermission } from '#core/context.ts'
import {
  briefly,
  countCallbacks,
  countMessages,
  countPrompts,
  countSales,
  lastLedgerCheck,
  measureDatabase,
} from '#features/staff/monitoring/read-figures.ts'
import { getBackupStatus } from '#features/upkeep/backup-status.ts'

/**
 * The figures of this process and of the shop in Prometheus' text format. No label is personal or unbounded. A figure that the database does not tell in time
 * is missing.
 */
export async function getMetrics(ctx: Context): Promise<string> {
  requirePermission(ctx, 'see_status')
  const { requests, calls } = ctx.services.monitor
  const [own, shop] = await Promise.all([ofProcess(ctx), ofShop(ctx)])
  return requests.text() + calls.text() + [...own, ...shop].map(figureText).join('')
}

/** Begins with the first question, so that a shop whose metrics are not read does not pay for it. */
let loopDelay: ReturnType<typeof monitorEventLoopDelay> | null = null
const lookMs = 20

async function ofProcess({ services: { monitor } }: Context): Promise<FigureRow[]> {
  const { pages, jobs, probe, startedAt } = monitor
  // What it counts is from one look to the next.
  const delay = loopDelay && Math.max(0, loopDelay.percentile(99) / 1e9 - lookMs / 1000)
  loopDelay ??= monitorEventLoopDelay({ resolution: lookMs })
  loopDelay.enable()
  const pools = Object.entries(probe.pools())
  const replica = await probe.replica?.().catch(() => null)
  const { user, system } = process.cpuUsage()
  return [
    ['viatu_pages_total', 'counter', 'Public pages, from the cache or rendered.', ['from', pages]],
    ['viatu_pool_in_use', 'gauge', 'Database connections in use.', each('pool', pools, ({ inUse }) => inUse)],
    ['viatu_pool_waiting', 'gauge', 'Work that waits for a connection.', each('pool', pools, ({ waiting }) => waiting)],
    ['viatu_breaker_open', 'gauge', 'Whether calls are held back.', each('to', Object.entries(probe.breakers()), Number)],
    ['viatu_replica_lag_bytes', 'gauge', 'What the replica lacks of the log of the database.', replica?.lagBytes],
    ['viatu_replica_read', 'gauge', 'Whether lists are read from the replica.', replica && Number(replica.isRead)],
    [
      'viatu_job_last_success_timestamp_seconds',
      'gauge',
      'When a job last went well.',
      each('job', jobs, (job) => job.lastSuccess && job.lastSuccess / 1000),
    ],
    ['viatu_job_duration_seconds', 'gauge', 'How long its last run took.', each('job', jobs, ({ seconds }) => seconds)],
    ['viatu_job_failures_total', 'counter', 'Its runs that failed.', each('job', jobs, ({ failures }) => failures)],
    ['viatu_event_loop_delay_p99_seconds', 'gauge', 'How late the process comes to what is due.', delay],
    ['process_cpu_seconds_total', 'counter', 'Processor time.', (user + system) / 1e6],
    ['process_resident_memory_bytes', 'gauge', 'Memory.', process.memoryUsage.rss()],
    ['process_start_time_seconds', 'gauge', 'When the process started.', startedAt.getTime() / 1000],
  ]
}

function each<Row>(label: string, rows: Iterable<[string, Row]>, value: (row: Row) => number | null): Figure {
  return [label, Object.fromEntries(Array.from(rows, ([name, row]) => [name, value(row)]))]
}

/** The same from each process. */
async function ofShop(ctx: Context): Promise<FigureRow[]> {
  const ask = <Result>(read: (ctx: Context) => Promise<Result>) => briefly(ctx, read).catch(() => null)
  const [sales, prompts, callbacks, messages, ledger, database, backups] = await Promise.all([
    ...([ask(countSales), ask(countPrompts), ask(countCallbacks)] as const),
    ...([ask(countMessages), ask(lastLedgerCheck), ask(measureDatabase), ask(getBackupStatus)] as const),
  ])
  return [
    ['viatu_database_up', 'gauge', 'Whether the database answered in time.', Number(database !== null)],
    ['viatu_database_bytes', 'gauge', 'Size of the database.', database?.bytes],
    ['viatu_database_connections', 'gauge', 'Connections of all processes.', database?.connections],
    ['viatu_orders_placed_total', 'counter', 'Orders of the shop.', sales?.placed],
    ['viatu_payments_total', 'counter', 'Prompts that were paid.', sales?.paid],
    ['viatu_prompts_last_hour', 'gauge', 'Prompts of the last hour.', prompts && ['outcome', prompts]],
    ['viatu_callbacks_unprocessed', 'gauge', 'Callbacks that were stored and not acted on yet.', callbacks?.waiting],
    ['viatu_messages_waiting', 'gauge', 'Messages to be sent.', messages && ['kind', { mail: messages.mails, notice: messages.notices }]],
    ['viatu_messages_oldest_seconds', 'gauge', 'Age of the oldest of them.', messages?.oldest],
    ['viatu_invariants_broken', 'gauge', 'Broken rules of the books at their last nightly check; missing until the first.', ledger?.broken.length],
    ['viatu_ledger_check_age_seconds', 'gauge', 'Time since that check; missing until the first.', ledger?.age],
    ['viatu_backup_age_seconds', 'gauge', 'Time since the last good backup.', backups?.backup?.age ?? null],
    ['viatu_drill_age_seconds', 'gauge', 'Time since the last good drill.', backups?.drill?.age ?? null],
  ]
}

/** A value of a series: what its name ends with, its labels, and the number. */
type Sample = [suffix: '' | '_bucket' | '_sum' | '_count', labels: Record<string, string>, value: number]

/** Series of one name in Prometheus' text format 0.0.4; nothing where there is no value, so that an unknown figure is missing and not 0. */
function seriesText(name: string, type: 'counter' | 'gauge' | 'histogram', help: string, samples: Sample[]): string {
  if (samples.length === 0) return ''
  const lines = samples.map(([suffix, labels, value]) => {
    const pairs = Object.entries(labels).map(
      ([label, text]) => `${label}="${text.replace(/[\\"\n]/g, (char) => (char === '\n' ? '\\n' : `\\${char}`))}"`,
    )
    return `${name}${suffix}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}\n`
  })
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`
}

/** A number, or one for each value of a label; what is null is unknown. */
type Figure = number | null | undefined | [label: string, values: Record<string, number | null>]

type FigureRow = [name: string, type: 'counter' | 'gauge', help: string, figure: Figure]

function figureText([name, type, help, figure]: FigureRow): string {
  const [label, values] = Array.isArray(figure) ? figure : [null, { '': figure }]
  const samples = Object.entries(values).flatMap(([text, value]): Sample[] =>
    typeof value !== 'number' ? [] : [['', label === null ? {} : { [label]: text.replaceAll(' ', '_') }, value]],
  )
  return seriesText(name, type, help, samples)
}

export interface Histogram {
  /** `labels` in the order of the histogram's names, from a bounded set. */
  observe(seconds: number, ...labels: string[]): void
  text(): string
}

interface Row {
  values: string[]
  counts: number[]
  sum: number
}
type Branch = Map<string, Branch | Row>

/** Counts durations by label, in buckets up to each bound (seconds). */
export function createHistogram(name: string, help: string, labelNames: string[], bounds: number[]): Histogram {
  const rows: Row[] = []
  const known: Branch = new Map()
  const newRow = (values: string[]) => {
    const row = { values, counts: Array<number>(bounds.length + 1).fill(0), sum: 0 }
    rows.push(row)
    return row
  }
  return {
    observe(seconds, ...labels) {
      // Label by label: the texts are known ones, and joined they would be a new one to be hashed for each request.
      let at: Branch | Row = known
      for (let place = 0; place < labels.length; place++) {
        const branch = at as Branch
        const label = labels[place] as string
        at = branch.get(label) ?? (place === labels.length - 1 ? newRow(labels) : new Map())
        if (!branch.has(label)) branch.set(label, at)
      }
      const row = at as Row
      let bucket = 0
      while (seconds > (bounds[bucket] ?? Number.POSITIVE_INFINITY)) bucket++
      ;(row.counts[bucket] as number)++
      row.sum += seconds
    },
    text: () =>
      seriesText(
        name,
        'histogram',
        help,
        rows.flatMap(({ values, counts, sum }) => {
          const labels = Object.fromEntries(labelNames.map((label, at) => [label, values[at] ?? '']))
          let count = 0
          const buckets = counts.map((each, at): Sample => {
            count += each
            return ['_bucket', { ...labels, le: String(bounds[at] ?? '+Inf') }, count]
          })
          return [...buckets, ['_sum', labels, sum], ['_count', labels, count]]
        }),
      ),
  }
}
