import { type BuyerMessage, type BuyerValues, buyerTexts } from '#domain/buyer-messages.ts'
import type { NoticeKind } from '#domain/buyer-notice.ts'
import { feeInRefund, toAgree } from '#domain/delivery-options.ts'
import { type ChangedTexts, fillLetter, fillMessage, templateOf } from '#domain/message-texts.ts'
import { type Cents, formatMoney, toShillings } from '#domain/money.ts'
import type { OrderRefundReason } from '#domain/payment.ts'
import { formatPhone } from '#domain/phone.ts'
import { isCash } from '#domain/receipt-code.ts'

/** The facts that the text of a notice may name. */
export interface NoticeFacts {
  shop: { name: string; phone: string }
  /** The short code of the order. */
  code: string
  total: Cents
  /** The fee in the total, and the promised days where there is room for them; null for an order from before there were zones. */
  delivery: { isPoint: boolean; fee: Cents; days: string | null } | null
  /** The shop still agrees the delivery with the buyer. */
  isToAgree: boolean
  receipt: string | null
  /** The money to refund to the buyer; 0 for nothing. */
  refund: Cents
  /** Of a notice about one refund. */
  refundReason: OrderRefundReason | null
  /** The number that paid the refunded money and gets it back, where it differs from the order's. */
  refundPhone: string | null
  /** The refunded money had come in cash. */
  refundInCash: boolean
  /** What the buyer tells the rider who brings the order; only short messages have it, because the text of an e-mail is stored. */
  deliveryCode: string | null
  /** The courier, and the number of the parcel. */
  parcel: string | null
  /** Which stage or courier office a parcel goes to. */
  stage: string | null
  /** Name and address of where the buyer comes for the order; null where it is brought. */
  point: string | null
  /** Its name alone, for where both are too long. */
  pointName: string | null
  /** When it is open there. */
  hours: string | null
  /** It goes to the receiver, in the buyer's place. */
  isToReceiver: boolean
  /** The last of the promised days, `Wed 25 Nov`; null where none was promised. */
  lastDay: string | null
}

/** The words of an SMS; its link, if any, comes after them. */
export function smsWords(kind: NoticeKind, facts: NoticeFacts, changed: ChangedTexts): string {
  // Who asks for the link while a rider is on the way needs the code.
  const name = kind === 'link' && facts.deliveryCode && !facts.isToReceiver ? 'shipped_rider' : messageOf(kind, facts)
  return fillMessage(templateOf(name, 'sms', changed), valuesOf(facts)).trim()
}

/** The words of an e-mail. */
export function letterWords(kind: NoticeKind, facts: NoticeFacts, changed: ChangedTexts) {
  const name = messageOf(kind, facts)
  const { title, button } = buyerTexts[name]
  return { title, button, ...fillLetter(name, { ...valuesOf(facts), delivery_code: '' }, changed) }
}

function messageOf(kind: NoticeKind, { point, deliveryCode, isToReceiver }: NoticeFacts): BuyerMessage {
  if (isToReceiver) return point ? 'receiver_collect' : deliveryCode ? 'receiver_rider' : 'receiver'
  if (kind !== 'shipped') return kind
  return point ? 'collect' : deliveryCode ? 'shipped_rider' : 'shipped'
}

function valuesOf(facts: NoticeFacts): BuyerValues {
  const why = came[facts.refundReason ?? 'cancelled']
  return {
    shop: facts.shop.name,
    phone: facts.shop.phone,
    code: facts.code,
    total: totalOf(facts),
    sum: formatMoney(facts.total),
    receipt: isCash(facts.receipt) ? '' : (facts.receipt ?? ''),
    cash: isCash(facts.receipt) ? facts.receipt : '',
    parcel: facts.parcel ?? '',
    stage: facts.stage ?? '',
    point: facts.point ?? '',
    hours: facts.hours ?? '',
    delivery_code: facts.deliveryCode ?? '',
    days: facts.delivery?.days ?? '',
    last_day: facts.lastDay ?? '',
    refund: facts.refund > 0 ? refundOf(facts) : '',
    refund_sum: formatMoney(facts.refund),
    refund_to: facts.refundInCash ? 'you' : facts.refundPhone ? 'the number that paid it' : 'your M-Pesa',
    refund_phone: facts.refundPhone ? formatPhone(facts.refundPhone) : '',
    refund_why: why.long,
    refund_why_short: why.short,
  }
}

/** `KSh 4,750 with delivery KSh 250, Tue 24 - Wed 25 Nov` */
function totalOf({ total, delivery, isToAgree }: NoticeFacts): string {
  if (delivery === null) return formatMoney(total) + (isToAgree ? `, ${toAgree.label.toLowerCase()}` : '')
  const { isPoint, fee, days } = delivery
  const how = fee > 0 ? `with ${isPoint ? 'pick-up' : 'delivery'} ${formatMoney(fee)}` : isPoint ? 'to pick up' : 'with free delivery'
  return `${formatMoney(total)} ${how}${days ? `, ${days}` : ''}`
}

function refundOf({ refund, total, delivery }: Pick<NoticeFacts, 'refund' | 'total' | 'delivery'>): string {
  const order = { total_amount: toShillings(total), delivery_fee: toShillings(delivery?.fee ?? 0) }
  return formatMoney(refund) + feeInRefund(toShillings(refund), order)
}

/** When the refunded money came; `short` follows the order's code where there is little room. */
const came: Record<OrderRefundReason, { short: string; long: string }> = {
  late_payment: { short: 'was paid too late', long: 'after its pairs were gone' },
  double_payment: { short: 'was paid twice', long: 'a second time' },
  cancelled: { short: 'was cancelled', long: 'after it was cancelled' },
}
