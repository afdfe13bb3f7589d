import type { Plant } from './gate.ts'
import type { UseCaseName } from './use-cases.ts'

export interface PlantedRace {
  /** The use case in which the mistake was made; who meets it is for the explorer to find. */
  of: UseCaseName
  /** Two of this use case meet it, in few statements: also for the short run. */
  isQuick?: boolean
  /** Sends other statements than the program meant. */
  plant?: Plant | null
  /** What the database no longer refuses, and how it refuses it again. */
  drop?: string
  restore?: string
}

/** Sends the statements that contain `part` with `instead` in its place. */
const instead =
  (part: string | RegExp, put: string, within = /^/): Plant =>
  (text, values, send) =>
    send(within.test(text) ? text.replace(part, put) : text, values)

/** Sends `first` before the statements that match, which turns an order of locks round. */
const before =
  (match: RegExp, first: string): Plant =>
  async (text, values, send) => {
    if (match.test(text)) await send(first, values)
    return send(text, values)
  }

/** Mistakes that a change of the program could make, each as the statements that would then be sent. */
export const plantedRaces: Record<string, PlantedRace> = {
  'orders are not locked': { of: 'settle', plant: instead(/ for update$/, '', /^select from orders where id = \$1 for update$/) },
  "a rider's stop does not lock its order": { of: 'hand over', plant: instead(/ for update$/, '', /^select from orders where id = \$1 for update$/) },
  'a move does not lock its order': {
    of: 'expire',
    plant: instead(/for update of o( skip locked)?/, '', /^\s*with asked as \(select/),
  },
  'payments of one moment do not lock their orders': {
    of: 'settle three',
    plant: instead(/for update of o skip locked/, '', /^\s*with asked as \(select/),
  },
  'a move reads the status and writes whatever it is by then': {
    of: 'expire',
    plant: async (text, values, send) => {
      const guard = /and before\.status = any\((\$\d+)::text\[\]\)/.exec(text)
      if (!guard || !values) return send(text, values)
      const statuses = values[Number((guard[1] as string).slice(1)) - 1]
      const { rowCount } = await send('select from orders where id = any($1::uuid[]) and status = any($2::text[])', [values[0], statuses])
      return send(text.replace(guard[0], rowCount === 1 ? `and ${guard[1]}::text[] is not null` : `and ${guard[1]}::text[] is null`), values)
    },
  },
  'affiliates are not locked': { of: 'request payout', plant: instead(/ for no key update$/, '', /^select from profiles where id = \$1/) },
  'payouts are not locked': {
    of: 'send payout',
    plant: instead(/ for (no key )?update$/, '', /^select from profiles where id = \$1|^\s*select amount, status, mpesa_phone_number/),
  },
  'refunds are not locked': { of: 'refund', isQuick: true, plant: instead(/ for update of r$/, '', /^\s*select r\.state, r\.receipt, r\.order_id/) },
  'sizes are not locked': { of: 'change stock', plant: instead(/ for update$/, '', /^select label, stock, position from product_size/) },
  'a prompt is claimed by reading and then writing': {
    of: 'prompt',
    plant: async (text, values, send) => {
      const [guard] = /and a\.state = 'created' and coalesce\(prompted_at, replaced_at\) is null/.exec(text) ?? []
      if (!guard || !values) return send(text, values)
      const { rowCount } = await send('select from payment_attempts where id = any($1::uuid[]) and prompted_at is null and state = $2', [
        values[0],
        'created',
      ])
      return send(rowCount === 1 ? text.replace(guard, '') : text, values)
    },
  },
  'one receipt may be written in two places at once': {
    of: 'refund',
    plant: instead(/pg_try_advisory_xact_lock\(hashtextextended\(\$1, 7214015\)\)/, '$1::text is not null'),
  },
  'an approval locks the affiliate before the order': {
    of: 'approve',
    plant: before(
      /^\s*select o\.id as order_id, o\.affiliate_id from orders/,
      'select from profiles where id = (select affiliate_id from affiliate_commissions where id = $1) for no key update',
    ),
  },
  'an order is locked after its affiliate': {
    of: 'cancel',
    plant: before(
      /^select from orders where id = \$1 for update$/,
      'select from profiles where id = (select affiliate_id from orders where id = $1) for no key update',
    ),
  },
  'a discarded order comes back after its pairs were taken': {
    of: 'pay discarded',
    plant: instead(/^update orders set discarded_at = null where id = \$1$/, 'select from orders where id = $1'),
  },
  'stock may fall below zero': {
    of: 'place',
    isQuick: true,
    drop: 'alter table product_size drop constraint product_size_stock_check',
    restore: 'alter table product_size add constraint product_size_stock_check check (stock >= 0)',
  },
}
