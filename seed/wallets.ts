import type { Bulk, Row } from '#db/bulk.ts'
import { commissionOf, commissionPercents, earningRefusal, rateOf } from '#domain/commission.ts'
import { type Cents, sum, toShillings } from '#domain/money.ts'
import { allocate, type PayoutStatus } from '#domain/payout.ts'
import type { SeedPerson } from './buyers.ts'
import { madeUpId } from './hash32.ts'
import type { MadeOrder } from './order-rows.ts'

const hour = 3_600_000
/** Commissions of an affiliate per payout request. */
const gathered = 5
const kinds = { commission: 0xc033, payout: 0xaa70, click: 0xc11c }
/** One in so many delivered orders has a commission that is still pending. */
const waiting = 12
/** Clicks per referred order; one of them led to it. */
const clicks = 3

type Affiliate = SeedPerson & { orders: MadeOrder[] }
type Books = ReturnType<typeof emptyBooks>

/** Writes the clicks, commissions, payouts and wallet entries of written orders, correct to the cent. */
export async function seedWallets(bulk: Bulk, referred: MadeOrder[]): Promise<void> {
  const books = emptyBooks()
  for (const affiliate of byAffiliate(referred)) addWallet(books, affiliate)
  for (const { table, columns, rows } of Object.values(books)) await bulk.copy(table, columns, rows)
}

function emptyBooks() {
  const table = (name: string, columns: string): { table: string; columns: string[]; rows: Row[] } => ({
    table: name,
    columns: columns.split(' '),
    rows: [],
  })
  return {
    commissions: table(
      'affiliate_commissions',
      'id affiliate_id order_id commission_amount base_amount rate status reason created_at approved_at rejected_at paid_out',
    ),
    payouts: table(
      'affiliate_payouts',
      'id affiliate_id amount status requested_at processed_at mpesa_phone_number mpesa_full_name receipt failure_reason',
    ),
    deductions: table('commission_deductions', 'affiliate_id commission_id payout_id kind amount created_at'),
    entries: table('wallet_entries', 'affiliate_id at kind text amount balance commission_id payout_id'),
    clicks: table('affiliate_clicks', 'id affiliate_id clicked_at referrer_url session_id visitor_id day converted order_id'),
  }
}

function byAffiliate(referred: MadeOrder[]): Affiliate[] {
  const affiliates = new Map<string, Affiliate>()
  for (const order of referred) {
    const person = order.affiliate as SeedPerson
    const known = affiliates.get(person.id)
    if (known) known.orders.push(order)
    else affiliates.set(person.id, { ...person, orders: [order] })
  }
  return [...affiliates.values()]
}

interface Earned {
  id: string
  order: MadeOrder
  amount: Cents
  left: Cents
  isPaid: boolean
  approvedAt: number
}
interface Move {
  at: number
  kind: string
  text: string
  amount: Cents
  commission: string | null
  payout: string | null
}

function addWallet(books: Books, affiliate: Affiliate) {
  const moves: Move[] = []
  const earned: Earned[] = []
  for (const order of affiliate.orders) {
    addClicks(books, affiliate, order)
    const isApproved = order.status === 'delivered' && order.number % waiting !== 0
    if (!isApproved) addUnearned(books, affiliate, order)
    else {
      const amount = commissionOf(order.goods, commissionPercents.initial)
      const approvedAt = order.restedAt + 4 * hour
      earned.push({ id: madeUpId(kinds.commission, order.number), order, amount, left: amount, isPaid: false, approvedAt })
    }
  }
  earned.sort((a, b) => a.approvedAt - b.approvedAt)
  for (const { id, order, amount, approvedAt } of earned)
    moves.push({ at: approvedAt, kind: 'commission approved', text: `Order ${order.id.slice(0, 8)}`, amount, commission: id, payout: null })
  for (let end = gathered; end <= earned.length; end += gathered) moves.push(...addPayout(books, affiliate, earned.slice(0, end)))
  for (const each of earned) addEarned(books, affiliate, each)
  let balance = 0
  for (const { at, kind, text, amount, commission, payout } of moves.sort((a, b) => a.at - b.at)) {
    balance += amount
    books.entries.rows.push([affiliate.id, iso(at), kind, text, toShillings(amount), toShillings(balance), commission, payout])
  }
}

/** A payout of the last `gathered` commissions in whole shillings. One in ten was rejected, and its money returned to the balance. */
function addPayout(books: Books, affiliate: Affiliate, earned: Earned[]): Move[] {
  const last = earned.at(-1) as Earned
  const unpaid = earned.filter(({ left }) => left > 0)
  const amount = Math.min(Math.floor(sum(unpaid.map(({ left }) => left)) / 100) * 100, 250_000_00)
  if (amount < 10_00) return []
  const id = madeUpId(kinds.payout, last.order.number)
  const receipt = `SEEDP${String(last.order.number).padStart(7, '0')}`
  const askedAt = last.approvedAt + hour
  const doneAt = askedAt + 6 * hour
  const status: PayoutStatus = last.order.number % 10 === 0 ? 'rejected' : 'completed'
  const words = status === 'completed' ? [receipt, null] : [null, 'The name does not match the number']
  books.payouts.rows.push([id, affiliate.id, toShillings(amount), status, iso(askedAt), iso(doneAt), affiliate.phone, affiliate.name, ...words])
  const move = (at: number, kind: string, text: string, delta: Cents): Move => ({ at, kind, text, amount: delta, commission: null, payout: id })
  const asked = move(askedAt, 'payout requested', 'To M-Pesa', -amount)
  if (status === 'rejected') return [asked, move(doneAt, 'payout returned', words[1] as string, amount)]
  const byId = new Map(unpaid.map((each) => [each.id, each]))
  for (const part of allocate(
    amount,
    unpaid.map(({ id, left }) => ({ id, left, isClawedBack: false })),
  )) {
    const commission = byId.get(part.id) as Earned
    commission.left -= part.amount
    commission.isPaid = part.isCovered
    books.deductions.rows.push([affiliate.id, part.id, id, 'payout', toShillings(part.amount), iso(doneAt)])
  }
  return [asked, move(doneAt, 'payout paid', `M-Pesa receipt ${receipt}`, 0)]
}

function addEarned(books: Books, affiliate: Affiliate, { id, order, amount, isPaid, approvedAt }: Earned) {
  const status = isPaid ? 'paid' : 'approved'
  books.commissions.rows.push([
    ...[id, affiliate.id, order.id, toShillings(amount), toShillings(order.goods), rateOf(commissionPercents.initial), status, null],
    ...[iso(order.at), iso(approvedAt), null, isPaid],
  ])
}

/** A commission that is pending, or rejected with its order. */
function addUnearned(books: Books, affiliate: Affiliate, order: MadeOrder) {
  const reason = earningRefusal({ status: order.status, isDiscarded: false })
  const amounts = [toShillings(commissionOf(order.goods, commissionPercents.initial)), toShillings(order.goods), rateOf(commissionPercents.initial)]
  books.commissions.rows.push([
    ...[madeUpId(kinds.commission, order.number), affiliate.id, order.id, ...amounts, reason ? 'rejected' : 'pending', reason],
    ...[iso(order.at), null, reason && iso(order.restedAt), false],
  ])
}

function addClicks(books: Books, affiliate: Affiliate, order: MadeOrder) {
  for (let place = 0; place < clicks; place++) {
    const isConverted = place === 0
    const at = order.at - (10 + place * 200) * 60_000
    const visitor = madeUpId(kinds.click + place, order.number)
    const id = madeUpId(kinds.click + place + clicks, order.number)
    const nairobiDay = iso(at + 3 * hour).slice(0, 10)
    books.clicks.rows.push([
      ...[id, affiliate.id, iso(at), 'https://example.com/shoes', `seed-${order.number}`, visitor, nairobiDay, isConverted],
      isConverted ? order.id : null,
    ])
  }
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
