import { type Cents, formatMoney, sum } from '#domain/money.ts'
import { may, type StaffRole, staffRoles, type UseCase } from '#domain/roles.ts'

/** How people who work in the shop are notified, and what the columns of their choices are called. */
export const alertWays = { push: 'Push', sms: 'SMS', email: 'E-mail' } as const
export type AlertWay = keyof typeof alertWays

/** What has happened: rows of `alerts`, which name no person. */
export interface Alert {
  kind: AlertKind
  /** A short code of an order, a product with its size, the code of an affiliate, or a sentence. */
  label: string
  amount: Cents | null
  /** Whose page it opens. */
  order_id: string | null
}

/** What is the same for all alerts of a message: what waits in the panel by now, in words. */
interface AlertFacts {
  waiting: string
}

interface Kind {
  label: string
  /** Of several, after their number. */
  many: string
  hint: string
  /** Who may hear of it. */
  needs: UseCase
  /** How somebody who has chosen nothing is notified of it (`usualChoices`). */
  usual: readonly AlertWay[]
  /** The page of the panel where something is done about it; that of one order opens the order. */
  path: string
  sentence(label: string, amount: string, facts: AlertFacts): string
}

/** What people who work in the shop may be notified of, in the order of their choices. The words stay true however late they are read. */
export const alertKinds = {
  paid: {
    label: 'Paid order',
    many: 'paid orders',
    hint: 'Money has come: there is something to pack.',
    needs: 'ship_orders',
    usual: ['push'],
    path: '/admin/orders?view=pack',
    sentence: (code, amount) => `Order ${code}${amount && `, ${amount}`}.`,
  },
  refund: {
    label: 'Refund due',
    many: 'refunds due',
    hint: 'Money has come that an order cannot keep.',
    needs: 'take_payments',
    usual: ['push', 'email'],
    path: '/admin/orders?view=refunds',
    sentence: (code, amount) => `${amount} of order ${code} goes back.`,
  },
  review: {
    label: 'Payment with a problem',
    many: 'payments with a problem',
    hint: 'Only a person can decide what became of it.',
    needs: 'take_payments',
    usual: ['push', 'email'],
    path: '/admin/orders?view=review',
    sentence: (code, amount) => `${amount} for order ${code}: have a look at it.`,
  },
  account: {
    label: 'M-Pesa account refused',
    many: 'refusals of the M-Pesa account',
    hint: 'M-Pesa takes no prompt because of the account itself: no order can be paid.',
    needs: 'see_status',
    usual: ['push', 'email'],
    path: '/admin/mpesa',
    sentence: (said) => `No order can be paid by M-Pesa: it answers “${said}”. Check the account.`,
  },
  last_pair: {
    label: 'Last pair of a size',
    many: 'sizes with one pair left',
    hint: 'One pair is left; once a day for each size.',
    needs: 'sell',
    usual: ['push'],
    path: '/admin/products',
    sentence: (name) => `${name}: one pair was left.`,
  },
  payout: {
    label: 'Payout requested',
    many: 'payouts requested',
    hint: 'An affiliate asks for money.',
    needs: 'pay_affiliates',
    usual: ['push', 'email'],
    path: '/admin/payouts',
    sentence: (_, amount) => `${amount} for an affiliate.`,
  },
  affiliate: {
    label: 'New affiliate',
    many: 'new affiliates',
    hint: 'Somebody begins to sell for the shop.',
    needs: 'pay_affiliates',
    usual: ['email'],
    path: '/admin/affiliates',
    sentence: (code) => `${code} has joined.`,
  },
  late: {
    label: 'Missed delivery promise',
    many: 'orders later than promised',
    hint: 'A paid order will not come by its last promised day.',
    needs: 'ship_orders',
    usual: ['push'],
    path: '/admin/orders?view=late',
    sentence: (code) => `Order ${code} comes later than promised.`,
  },
  backup: {
    label: 'Failed backup',
    many: 'failed backups',
    hint: 'A backup, export or drill did not work.',
    needs: 'see_status',
    usual: ['push', 'email'],
    path: '/admin/status',
    sentence: (what) => `The ${what} did not work: Shop Status says why.`,
  },
  digest: {
    label: 'Daily digest',
    many: 'daily digests',
    hint: 'The day in two sentences, at 8 PM.',
    needs: 'see_figures',
    usual: ['email'],
    path: '/admin/figures',
    sentence: (count, amount, { waiting }) =>
      `${count === '0' ? 'No paid orders' : `${count} paid ${count === '1' ? 'order' : 'orders'}, ${amount}`} that day. Waiting: ${waiting}.`,
  },
} as const satisfies Record<string, Kind>
export type AlertKind = keyof typeof alertKinds

/** What somebody may hear of. */
export function alertKindsOf(who: { role: StaffRole | null }): AlertKind[] {
  return keysOf(alertKinds).filter((kind) => may(who, alertKinds[kind].needs))
}

/** `paid packer`: who may hear of what, for statements. */
export const alertHearers = keysOf(staffRoles).flatMap((role) => alertKindsOf({ role }).map((kind) => `${kind} ${role}`))

/** The hour in Nairobi at which the summary of the day is sent. */
export const digestHour = 20

/** Seconds within which what happens becomes one message. */
export const bundleSeconds = 60

/** Hours after which a message that was not sent is no news any more. */
export const alertMaxAgeHours = 24

/** Devices of one person that take pushes. */
export const maxPushDevices = 10

/** One choice, as it is stored and as its field is called: `paid push`. */
export type AlertChoice = `${AlertKind} ${AlertWay}`

export const allChoices = keysOf(alertKinds).flatMap((kind) => keysOf(alertWays).map((way): AlertChoice => `${kind} ${way}`))

/** The choices of somebody who has made none: what is usually pushed goes by e-mail as well until a device of theirs takes pushes. */
export function usualChoices({ hasDevice }: { hasDevice: boolean }): AlertChoice[] {
  return allChoices.filter((choice) => {
    const [kind, way] = choice.split(' ') as [AlertKind, AlertWay]
    const { usual }: Kind = alertKinds[kind]
    return usual.includes(way) || (way === 'email' && !hasDevice && usual.includes('push'))
  })
}

function keysOf<Key extends string>(table: Record<Key, unknown>): Key[] {
  return Object.keys(table) as Key[]
}

export interface AlertWords {
  title: string
  lines: string[]
  /** A path of the panel. */
  path: string
}

/** One message for all that has happened since the last one. */
export function wordAlerts(alerts: readonly Alert[], facts: AlertFacts): AlertWords {
  const kinds = [...new Set(alerts.map(({ kind }) => kind))].map((kind) => [kind, alerts.filter((each) => each.kind === kind)] as const)
  const [first] = kinds
  if (kinds.length !== 1 || !first)
    return { title: `${alerts.length} things happened`, lines: kinds.map(([, some]) => lineOf(some, facts)), path: '/admin' }
  const [kind, same] = first
  const { label, path } = alertKinds[kind]
  const [only] = same
  if (same.length === 1 && only)
    return { title: label, lines: [sentenceOf(only, facts)], path: only.order_id ? `/admin/orders/${only.order_id}` : path }
  const total = totalOf(same)
  return { title: countOf(same), lines: total ? [`${total} together.`] : same.slice(0, 5).map((each) => sentenceOf(each, facts)), path }
}

/** `7 paid orders, KSh 41,300 together.` */
function lineOf(same: readonly Alert[], facts: AlertFacts): string {
  const [only] = same
  if (same.length === 1 && only) return `${alertKinds[only.kind].label}: ${sentenceOf(only, facts)}`
  const total = totalOf(same)
  return `${countOf(same)}${total ? `, ${total} together` : ''}.`
}

function sentenceOf({ kind, label, amount }: Alert, facts: AlertFacts): string {
  const { sentence }: { sentence(label: string, amount: string, facts: AlertFacts): string } = alertKinds[kind]
  return sentence(label, amount === null ? '' : formatMoney(amount), facts)
}

function countOf(same: readonly Alert[]): string {
  return `${same.length} ${same[0] ? alertKinds[same[0].kind].many : ''}`
}

/** Null where they have no sums. */
function totalOf(same: readonly Alert[]): string | null {
  const amounts = same.flatMap(({ amount }) => amount ?? [])
  return amounts.length === 0 ? null : formatMoney(sum(amounts))
}

/** Hours without notifications: minutes since midnight in Nairobi, until the other day where `from` is the later one. */
export interface QuietHours {
  from: number
  until: number
}

/** Of somebody who has chosen none: from 10 PM to 6 AM. */
export const usualQuietHours: QuietHours = { from: 22 * 60, until: 6 * 60 }

/** Whether it is quiet at this minute of the day; the statement that takes due messages asks the same (features/staff/alerts/send-alerts.ts). */
export function isQuiet(minute: number, quiet: QuietHours | null): boolean {
  if (!quiet) return false
  const { from, until } = quiet
  return from < until ? minute >= from && minute < until : minute >= from || minute < until
}

/** `22:00`, as fields of hours have it. */
export function writeMinute(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

/** The minute of `22:00`; null for anything else. */
export function readMinute(text: string): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)(?::00)?$/.exec(text.trim()) ?? []
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes)
}
