import type { Vitals, Weight } from './browser.ts'
import type { CpuTime } from './cpu.ts'
import type { EditRates } from './edits.ts'
import type { Rate } from './load.ts'
import type { OrderRates } from './orders.ts'
import type { PageRate } from './pages.ts'

export interface Figures {
  measuredAt: string
  machine: { processor: string; cores: number; memoryMb: number; node: string; loadBefore: number }
  products: number
  seconds: { seeding: number; firstStart: number; secondStart: number }
  pages: PageRate[]
  edits: EditRates
  select: { callers: number; rate: Rate }[]
  orders: OrderRates
  /** For how long a connection is held, each time, while four check out at once; and how long one committed insert takes then. */
  connections: { held: Rate; floor: Rate }
  weights: Weight[]
  vitals: Vitals[]
  /** MB of the shop's process, without simulator and PostgreSQL, some seconds (`rests`) after the start, at the end and some seconds later; undefined where the system has no /proc. */
  memory: { rests: number[] } & Record<'opened' | 'end' | 'rested' | 'most', number | undefined>
}

const megabytes = (figure: number | undefined) => (figure === undefined ? 'not told' : `${figure} MB`)

/** The figures as text tables; bench/latest.json has them for programs. */
export function report(figures: Figures): string {
  const { machine, seconds, memory } = figures
  return [
    `\n${machine.cores} cores of ${machine.processor}, ${machine.memoryMb} MB, Node ${machine.node}, load average ${machine.loadBefore.toFixed(2)} before the start.`,
    'Shop, PostgreSQL, simulated M-Pesa, browser and load generator share these cores: every figure, floors too, is lower than the shop alone would reach.',
    ...(machine.loadBefore > 0.5 ? ['The machine was busy with other things before the start: take these figures with care.'] : []),
    `\nPages, ${figures.products} products on the shelf, brotli. kept: the same address again, as the shop sends it from memory. fresh: an address that was not`,
    'asked for before, rendered for it (?max= above every price, and other search words). bare: node:http in a process of its own, the same bytes.',
    pageTable(figures.pages),
    editLine(figures.edits),
    '\nOne product by primary key through pg, a pool of 10',
    table(
      ['callers', 'per second', 'p50 ms', 'p99 ms'],
      figures.select.map(({ callers, rate }) => [callers, whole(rate.perSecond), fine(rate.p50), fine(rate.p99)]),
    ),
    '\nCheckouts: POST /api/orders, 32 at once, another phone each, paid by the simulated M-Pesa',
    orderTable(figures.orders),
    '\nHow long a connection is held, four checkouts at once',
    connectionTable(figures.connections),
    '\nWhat the first page loads until the network is quiet, bytes of the bodies',
    weightTable(figures.weights),
    '\nPhone, slow 4G (150 ms, 1.6 Mbit/s down, 0.75 up), processor slowed four times, the median of all runs',
    vitalTable(figures.vitals),
    '\nStart and memory',
    table(
      ['', ''],
      [
        ['from the start to the first page, empty data directory', `${seconds.firstStart.toFixed(1)} s`],
        ['from the start to the first page, second start', `${seconds.secondStart.toFixed(1)} s`],
        [`seeding ${figures.products} products, process and all`, `${seconds.seeding.toFixed(1)} s`],
        [`the shop's process, memory ${memory.rests[0]} s after the start`, megabytes(memory.opened)],
        ["the shop's process, memory at the end", megabytes(memory.end)],
        [`the shop's process, memory ${memory.rests[1]} s after the end`, megabytes(memory.rested)],
        ["the shop's process, most memory ever", megabytes(memory.most)],
      ],
    ),
    '\nAims',
    aimTable(figures),
  ].join('\n')
}

function pageTable(pages: PageRate[]): string {
  return table(
    ['page', 'kind', 'at once', 'per second', 'p50 ms', 'p99 ms', 'bytes', 'of bare', 'cpu ms: shop', 'database', 'failed'],
    pages.map((rate) => {
      const floor = pages.find(({ page, kind, connections }) => page === rate.page && kind === 'bare' && connections === rate.connections)
      const { page, kind, connections, perSecond, p50, p99, bytes, failed, cpu } = rate
      const times = [whole(perSecond), fine(p50), fine(p99)]
      return [page, kind, connections, ...times, whole(bytes), share(perSecond, floor?.perSecond), ...costs(cpu), failed]
    }),
  )
}

function editLine({ addresses, edits, hits, stale, perSecond, p99 }: EditRates): string {
  const shares = `${(hits * 100).toFixed(1)} % from the cache, ${stale} with a price of more than a second ago`
  return `\n${whole(addresses)} addresses at random, 32 at once, while ${whole(edits)} prices change: ${whole(perSecond)} pages per second, p99 ${fine(p99)} ms, ${shares}.`
}

function vitalTable(vitals: Vitals[]): string {
  return table(
    ['page', 'kind', 'first paint ms', 'of bare', 'largest ms', 'of bare', 'answers presses ms', 'CLS', 'largest of each run'],
    vitals.map(({ page, kind, first, largest, ready, cls, runs }) => {
      const bare = bareOf(vitals, page)
      const each = runs.map((run) => whole(run.largest)).join(' ')
      return [page, kind, whole(first), share(first, bare?.first), whole(largest), share(largest, bare?.largest), whole(ready), cls.toFixed(4), each]
    }),
  )
}

function bareOf(vitals: Vitals[], page: string): Vitals | undefined {
  return vitals.find((each) => each.page === page && each.kind === 'bare')
}

function orderTable({ placed, floor, allPaidAfter, paidPerSecond, faults, cpu }: OrderRates): string {
  const rows = [
    ['placed and prompted', whole(placed.perSecond), fine(placed.p50), fine(placed.p99), placed.requests, share(placed.perSecond, floor.perSecond)],
    ['paid, from the first order to the last payment', whole(paidPerSecond), '', '', '', share(paidPerSecond, floor.perSecond)],
    ['floor: one insert, committed', whole(floor.perSecond), fine(floor.p50), fine(floor.p99), floor.requests, ''],
  ]
  const verdict =
    faults.length === 0 ? 'Every answer 201, all invariants clean, no stock below zero, both books of the money alike.' : faults.join('\n')
  return [
    table(['', 'per second', 'p50 ms', 'p99 ms', 'count', 'of floor'], rows),
    `All were paid ${allPaidAfter.toFixed(2)} s after the last answer. Processor time of an order until it is paid: shop ${costs(cpu)[0]} ms, PostgreSQL ${costs(cpu)[1]} ms.`,
    verdict,
  ].join('\n')
}

function connectionTable({ held, floor }: Figures['connections']): string {
  const rowOf = (what: string, { p50, p99, requests }: Rate) => [what, fine(p50), fine(p99), requests]
  return table(['', 'p50 ms', 'p99 ms', 'count'], [rowOf('held', held), rowOf('floor: one insert, committed', floor)])
}

function weightTable(weights: Weight[]): string {
  return table(
    ['', 'files', 'gzip', 'brotli', 'received, with headers'],
    weights.map(({ kind, files, gzip, brotli, received }) => [kind, files, whole(gzip), whole(brotli), whole(received)]),
  )
}

function aimTable({ weights, pages, orders, connections, seconds, vitals }: Figures): string {
  const script = weights.find(({ kind }) => kind === 'Script')?.gzip ?? 0
  const slowest = (kind: PageRate['kind']) =>
    Math.min(...pages.filter((rate) => rate.kind === kind && rate.connections === 32).map(({ perSecond }) => perSecond))
  const [kept, fresh] = [slowest('kept'), slowest('fresh')]
  const ours = vitals.filter(({ kind }) => kind === 'shop')
  const late = Math.max(
    ...ours.flatMap(({ page, first, largest }) => [first / (bareOf(vitals, page)?.first ?? 0), largest / (bareOf(vitals, page)?.largest ?? 0)]),
  )
  const shifts = Math.max(...ours.map(({ cls }) => cls))
  const aims: [string, string, number, number, boolean][] = [
    ['script of the first page, gzip', 'at most 150 KB', script / 1000, 1, script <= 150_000],
    ['pages per second as visitors get them, the slowest page', 'at least 400', kept, 0, kept >= 400],
    ['pages per second when each is rendered afresh, the slowest page', 'at least 400', fresh, 0, fresh >= 400],
    ['checkouts per second', 'at least 100', orders.placed.perSecond, 0, orders.placed.perSecond >= 100],
    ['a connection is held at checkout, four at once, p99', 'under 5 ms', connections.held.p99, 1, connections.held.p99 < 5],
    ['first and largest paint, beside the bare page, the latest', 'at most 1.2', late, 2, late <= 1.2],
    ['what shifts while a page loads (CLS)', 'at most 0.01', shifts, 4, shifts <= 0.01],
    ['first start', 'under 10 s', seconds.firstStart, 1, seconds.firstStart < 10],
  ]
  return table(
    ['', 'aim', 'measured', ''],
    aims.map(([what, aim, figure, digits, met]) => [what, aim, figure.toFixed(digits), met ? 'met' : 'missed']),
  )
}

/** Numbers to the right, words to the left. */
function table(head: string[], rows: (string | number)[][]): string {
  const cells = [head, ...rows.map((row) => row.map(String))].filter((row) => row.some(Boolean))
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  const isNumber = (text: string) => /^[\d,.]+( %)?$/.test(text)
  return cells
    .map((row) => row.map((text, column) => (isNumber(text) ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0))).join('  '))
    .map((line) => `  ${line.trimEnd()}`)
    .join('\n')
}

function costs(cpu: CpuTime | null): [string, string] {
  return cpu ? [fine(cpu.shop), fine(cpu.database)] : ['', '']
}

function whole(figure: number): string {
  return Math.round(figure).toLocaleString('en')
}

function fine(figure: number): string {
  return figure.toFixed(figure < 10 ? 2 : 1)
}

function share(figure: number, floor: number | undefined): string {
  return floor ? `${Math.round((figure / floor) * 100)} %` : ''
}
