import type { NoticeKind } from '#domain/buyer-notice.ts'
import { feeInRefund } from '#domain/delivery-words.ts'
import { type Cents, formatMoney, toShillings } from '#domain/money.ts'
import type { RefundReason } from '#domain/payment.ts'
import { formatPhone } from '#domain/phone.ts'

/** The facts that the text of a notice may name. */
export interface NoticeFacts {
  shop: { name: string; phone: string }
  /** The short code of the order. */
  code: string
  total: Cents
  /** The fee in the total, and the promised days where there is room for them; null for an order from before there were zones. */
  delivery: { isPoint: boolean; fee: Cents; days: string | null } | null
  receipt: string | null
  /** The money to refund to the buyer; 0 for nothing. */
  refund: Cents
  /** Of a notice about one refund. */
  refundReason: RefundReason | null
  /** The number that paid the refunded money and gets it back, where it differs from the order's. */
  refundPhone: string | null
  /** What the buyer tells the rider who brings the order; only short messages have it, because the text of an e-mail is stored. */
  deliveryCode: string | null
  /** The courier, and the number of the parcel. */
  parcel: string | null
  /** The name of the way where the buyer comes for the order; null where it is brought. */
  point: string | null
  /** The last of the promised days, `Wed 25 Nov`; null where none was promised. */
  lastDay: string | null
}

interface Words {
  subject(facts: NoticeFacts): string
  title: string | ((facts: NoticeFacts) => string)
  /** The paragraphs of the e-mail, and the words of its button. */
  letter(facts: NoticeFacts): string[]
  button: string
  /** The short link to the order comes after it, and both fit into one message (notice-sms.ts). */
  sms(facts: NoticeFacts): string
}

/** All texts to buyers, kind by kind. In the past tense, so that they stay true however late they are read. */
export const noticeTexts: Record<NoticeKind, Words> = {
  received: {
    subject: ({ shop, code }) => `We have your order ${code} at ${shop.name}`,
    title: 'We have your order',
    letter: (facts) => [
      `Thank you for your order ${facts.code} of ${totalOf(facts)}.`,
      'It waits for its payment by M-Pesa: enter your PIN on your phone. If the prompt is gone, the page of your order sends it again.',
    ],
    button: 'Open my order',
    sms: (facts) => `${facts.shop.name}: we have your order ${facts.code}, ${totalOf(facts)}. Pay and follow it:`,
  },
  confirmed: {
    subject: ({ shop, code }) => `Your order ${code} at ${shop.name} is confirmed`,
    title: 'Your order is confirmed',
    letter: (facts) => [`We have confirmed your order ${facts.code} of ${totalOf(facts)}, and get it ready for delivery.`],
    button: 'Follow my order',
    sms: (facts) => `${facts.shop.name}: order ${facts.code}, ${totalOf(facts)}, is confirmed. Follow it:`,
  },
  paid: {
    subject: ({ shop, code }) => `${shop.name} has your payment for order ${code}`,
    title: 'Paid. Thank you.',
    letter: (facts) => [
      `We have your payment of ${totalOf(facts)} for order ${facts.code}${facts.receipt ? `, M-Pesa receipt ${facts.receipt}` : ''}.`,
      'We get your shoes ready, and tell you when they leave the shop.',
    ],
    button: 'Follow my order',
    sms: (facts) =>
      `${facts.shop.name}: ${totalOf(facts)} for order ${facts.code} was paid${facts.receipt ? `, receipt ${facts.receipt}` : ''}. Follow it:`,
  },
  shipped: {
    subject: ({ shop, code, point }) => (point ? `Your order ${code} of ${shop.name} is ready` : `Your order ${code} has left ${shop.name}`),
    title: ({ point }) => (point ? 'Your order is ready' : 'Your order is on its way'),
    letter: ({ code, deliveryCode, parcel, point }) => [
      point
        ? `Your order ${code} is ready to collect: ${point}.`
        : `Your order ${code} has left the shop and is on its way to you${parcel ? ` with ${parcel}` : ''}.`,
      ...(deliveryCode
        ? ['A rider brings it. The page of your order has a code of four digits: tell it to the rider when you have your parcel.']
        : []),
    ],
    button: 'Follow my order',
    sms: (facts) => {
      const { shop, code, deliveryCode, parcel, point } = facts
      if (point) return `${shop.name}: order ${code} is ready to collect: ${point}. More:`
      if (deliveryCode) return riderComes(facts)
      return `${shop.name}: order ${code} ${parcel ? `has left with ${parcel}` : 'has left the shop and is on its way to you'}. Follow it:`
    },
  },
  late: {
    subject: ({ shop, code }) => `Your order ${code} of ${shop.name} will be later than promised`,
    title: 'Your order is late',
    letter: ({ shop, code, lastDay }) => [
      `Your order ${code} will be later than promised (${lastDay}). We are sorry.`,
      `Answer this e-mail, or write to us on WhatsApp, ${shop.phone}: we tell you when it comes.`,
    ],
    button: 'Follow my order',
    sms: ({ shop, code, lastDay }) => `${shop.name}: order ${code} will be later than promised (${lastDay}). We are sorry. More:`,
  },
  delivered: {
    subject: ({ shop, code }) => `Your order ${code} of ${shop.name} was delivered`,
    title: 'Your order was delivered',
    letter: ({ shop, code }) => [
      `Your order ${code} was delivered. We hope that the shoes fit and that you enjoy them.`,
      `If something is not right, or nothing has arrived, tell us: ${shop.phone}.`,
    ],
    button: 'Open my order',
    sms: ({ shop, code }) => `${shop.name}: order ${code} was delivered. Not right? Call ${shop.phone}. Receipt:`,
  },
  cancelled: {
    subject: ({ shop, code }) => `Your order ${code} at ${shop.name} was cancelled`,
    title: 'Your order was cancelled',
    letter: (facts) => [
      `Your order ${facts.code} of ${formatMoney(facts.total)} was cancelled.`,
      ...(facts.refund > 0 ? [`What you paid, ${refundOf(facts)}, goes back to your M-Pesa. If it does not arrive, call ${facts.shop.phone}.`] : []),
    ],
    button: 'Open my order',
    sms: ({ shop, code, ...facts }) =>
      `${shop.name}: order ${code} was cancelled. ${facts.refund > 0 ? `Your ${refundOf(facts)} goes back to your M-Pesa.` : `Questions? ${shop.phone}`}`,
  },
  refund: {
    subject: ({ shop, code, refund }) => `${formatMoney(refund)} for your order ${code} at ${shop.name} goes back to you`,
    title: 'Your money goes back',
    letter: (facts) => [
      `${moneyCame(facts)}.`,
      `${goesBack(facts)}${facts.refundPhone ? `, ${formatPhone(facts.refundPhone)}` : ''}. If it does not arrive, call ${facts.shop.phone}.`,
    ],
    button: 'Open my order',
    sms: ({ shop, code, refundReason, refundPhone, ...facts }) =>
      `${shop.name}: order ${code} ${came[refundReason ?? 'cancelled'].short}. ${refundOf(facts)} goes back to ${refundPhone ? 'the number that paid it' : 'your M-Pesa'}.`,
  },
  link: {
    subject: ({ shop, code }) => `The link to your order ${code} at ${shop.name}`,
    title: 'Here is your order',
    letter: ({ code }) => [`You asked for the link to your order ${code}. It shows how far the order is, and its receipt.`],
    button: 'Open my order',
    sms: (facts) => (facts.deliveryCode ? riderComes(facts) : `${facts.shop.name}: here is your order ${facts.code}. Follow it:`),
  },
}

function riderComes({ shop, code, deliveryCode }: NoticeFacts): string {
  return `${shop.name}: a rider brings order ${code}. At the door, tell them code ${deliveryCode}. Follow it:`
}

/** `KSh 4,750 with delivery KSh 250, Tue 24 - Wed 25 Nov` */
function totalOf({ total, delivery }: NoticeFacts): string {
  if (delivery === null) return formatMoney(total)
  const { isPoint, fee, days } = delivery
  const way = fee > 0 ? `with ${isPoint ? 'pick-up' : 'delivery'} ${formatMoney(fee)}` : isPoint ? 'to pick up' : 'with free delivery'
  return `${formatMoney(total)} ${way}${days ? `, ${days}` : ''}`
}

function refundOf({ refund, total, delivery }: Pick<NoticeFacts, 'refund' | 'total' | 'delivery'>): string {
  const order = { total_amount: toShillings(total), delivery_fee: toShillings(delivery?.fee ?? 0) }
  return formatMoney(refund) + feeInRefund(toShillings(refund), order)
}

/** When the refunded money came; `short` follows the order's code where there is little room. */
const came: Record<RefundReason, { short: string; long: string }> = {
  late_payment: { short: 'was paid too late', long: 'after its pairs were gone' },
  double_payment: { short: 'was paid twice', long: 'a second time' },
  cancelled: { short: 'was cancelled', long: 'after it was cancelled' },
}

function moneyCame({ code, refundReason, ...facts }: NoticeFacts): string {
  return `${refundOf(facts)} came for order ${code} ${came[refundReason ?? 'cancelled'].long}`
}

function goesBack({ refundPhone }: NoticeFacts): string {
  return refundPhone ? 'It goes back to the number that paid it' : 'It goes back to your M-Pesa'
}
