import { codeRule } from '#domain/delivery-handover.ts'

/** What a text to a buyer may name, each with what stands there in the preview. */
export const buyerFields = {
  shop: { does: 'The name of the shop', example: 'Viatu' },
  phone: { does: 'The phone of the shop', example: '+254 700 000 000' },
  code: { does: 'The code of the order', example: '3f9a21c8' },
  total: { does: 'What the order costs, with the fee and days of delivery', example: 'KSh 4,750 with delivery KSh 250, Tue 24 - Wed 25 Nov' },
  sum: { does: 'What the order costs', example: 'KSh 4,750' },
  receipt: { does: "M-Pesa's receipt", example: 'QKJ4XT81ZP' },
  cash: { does: 'The number of a payment in cash', example: '' },
  parcel: { does: 'The courier and the number of the parcel', example: 'Easy Coach, parcel EC-44120' },
  stage: { does: 'The stage or courier office that the parcel goes to', example: 'Kisumu Bus Park' },
  point: { does: 'Where the buyer comes for the order', example: 'Pick-up at Sarit, Karuna Road 7' },
  hours: { does: 'When it is open there', example: 'Mon to Sat, 9 to 6' },
  delivery_code: { does: 'What the buyer tells the rider at the door; never in an e-mail, whose text is stored', example: '0482' },
  days: { does: 'The days on which it comes', example: 'Tue 24 - Wed 25 Nov' },
  last_day: { does: 'The last day that was promised', example: 'Wed 25 Nov' },
  refund: { does: 'What goes back, and the fee of delivery in it', example: 'KSh 4,750 (includes KSh 250 for delivery)' },
  refund_sum: { does: 'What goes back', example: 'KSh 4,750' },
  refund_to: { does: 'Where it goes back to', example: 'your M-Pesa' },
  refund_phone: { does: 'The number that paid, where it is not that of the order', example: '' },
  refund_why: { does: 'When the money came', example: 'after it was cancelled' },
  refund_why_short: { does: 'The same in a few words', example: 'was cancelled' },
} as const
type BuyerField = keyof typeof buyerFields
export type BuyerValues = Record<BuyerField, string>

interface BuyerText {
  sms: string
  subject: string
  letter: string
  label: string
  /** The heading and the button of the e-mail. */
  title: string
  button: string
  /** What the SMS and the subject must name: without it the buyer cannot do what the message asks. */
  needs: { sms: BuyerField[]; subject: BuyerField[] }
}

const needs = { sms: ['shop', 'code'], subject: ['code'] } satisfies BuyerText['needs']
/** The receiver, whose e-mail the shop does not know, gets an SMS alone: without prices, and without the link to the buyer's page. */
const smsAlone = { subject: '', letter: '', title: '', button: '' }

/**
 * The texts to buyers as a shop is born with them. In the past tense, so that they stay true however late they are read. `{field}` is filled in; of `[one|other]`
 * the first whose fields are all there stands, or nothing; an empty line begins a paragraph. The short link to the order follows each SMS and both fit into one, but for a long place to collect.
 */
export const buyerTexts = {
  received: {
    label: 'Order received',
    needs,
    subject: 'We have your order {code} at {shop}',
    title: 'We have your order',
    letter:
      'Thank you for your order {code} of {total}.\n\nIt waits for its payment by M-Pesa: enter your PIN on your phone. If the prompt is gone, the page of your order sends it again.',
    button: 'Open my order',
    sms: '{shop}: we have your order {code}, {total}. Pay and follow it:',
  },
  confirmed: {
    label: 'Order confirmed',
    needs,
    subject: 'Your order {code} at {shop} is confirmed',
    title: 'Your order is confirmed',
    letter: 'We have confirmed your order {code} of {total}, and get it ready for delivery.',
    button: 'Follow my order',
    sms: '{shop}: order {code}, {total}, is confirmed. Follow it:',
  },
  paid: {
    label: 'Payment received',
    needs,
    subject: '{shop} has your payment for order {code}',
    title: 'Paid. Thank you.',
    letter:
      'We have your payment of {total} for order {code}[, M-Pesa receipt {receipt}|, paid in cash, number {cash}].\n\nWe get your shoes ready, and tell you when they leave the shop.',
    button: 'Follow my order',
    sms: '{shop}: {total} for order {code} was paid[, receipt {receipt}| in cash, number {cash}]. Follow it:',
  },
  shipped: {
    label: 'Shipped',
    needs,
    subject: 'Your order {code} has left {shop}',
    title: 'Your order is on its way',
    letter: 'Your order {code} has left the shop and is on its way to you[ with {parcel}][, to {stage}].',
    button: 'Follow my order',
    sms: '{shop}: order {code} [has left with {parcel} for {stage}|has left with {parcel}|has left for {stage}|has left the shop and is on its way to you]. Follow it:',
  },
  shipped_rider: {
    label: 'Shipped with a rider',
    needs: { ...needs, sms: ['shop', 'code', 'delivery_code'] },
    subject: 'Your order {code} has left {shop}',
    title: 'Your order is on its way',
    letter: `Your order {code} has left the shop and is on its way to you[ with {parcel}].\n\nA rider brings it. The page of your order has a code of four digits. ${codeRule('it')}`,
    button: 'Follow my order',
    sms: `{shop}: a rider brings order {code}. ${codeRule('code {delivery_code}')}`,
  },
  collect: {
    label: 'Ready to collect',
    needs: { ...needs, sms: ['shop', 'code', 'point'] },
    subject: 'Your order {code} of {shop} is ready',
    title: 'Your order is ready',
    letter: 'Your order {code} is ready to collect: {point}[, {hours}].',
    button: 'Follow my order',
    sms: '{shop}: order {code} is ready to collect: {point}[, {hours}]. More:',
  },
  late: {
    label: 'Later than promised',
    needs,
    subject: 'Your order {code} of {shop} will be later than promised',
    title: 'Your order is late',
    letter:
      'Your order {code} will be later than promised[ ({last_day})]. We are sorry.\n\nAnswer this e-mail[, or write to us on WhatsApp, {phone}]: we tell you when it comes.',
    button: 'Follow my order',
    sms: '{shop}: order {code} will be later than promised[ ({last_day})]. We are sorry. More:',
  },
  delivered: {
    label: 'Delivered',
    needs,
    subject: 'Your order {code} of {shop} was delivered',
    title: 'Your order was delivered',
    letter:
      'Your order {code} was delivered. We hope that the shoes fit and that you enjoy them.\n\nIf something is not right, or nothing has arrived, [tell us: {phone}|answer this e-mail].',
    button: 'Open my order',
    sms: '{shop}: order {code} was delivered.[ Not right? Call {phone}.] Receipt:',
  },
  cancelled: {
    label: 'Cancelled',
    needs,
    subject: 'Your order {code} at {shop} was cancelled',
    title: 'Your order was cancelled',
    letter:
      'Your order {code} of {sum} was cancelled.\n\n[What you paid, {refund}, goes back to {refund_to}. If it does not arrive, call {phone}.|What you paid, {refund}, goes back to {refund_to}.]',
    button: 'Open my order',
    sms: '{shop}: order {code} was cancelled. [Your {refund} goes back to {refund_to}.|Questions? {phone}]',
  },
  refund: {
    label: 'Money goes back',
    needs: { sms: ['shop', 'code', 'refund'], subject: ['code', 'refund_sum'] },
    subject: '{refund_sum} for your order {code} at {shop} goes back to you',
    title: 'Your money goes back',
    letter: '{refund} came for order {code} {refund_why}.\n\nIt goes back to {refund_to}[, {refund_phone}].[ If it does not arrive, call {phone}.]',
    button: 'Open my order',
    sms: '{shop}: order {code} {refund_why_short}. {refund} goes back to {refund_to}.',
  },
  link: {
    label: 'Link sent again',
    needs,
    subject: 'The link to your order {code} at {shop}',
    title: 'Here is your order',
    letter: 'You asked for the link to your order {code}. It shows how far the order is, and its receipt.',
    button: 'Open my order',
    sms: '{shop}: here is your order {code}. Follow it:',
  },
  receiver: {
    ...smsAlone,
    label: 'To the receiver: shipped',
    needs,
    sms: '{shop}: a parcel for you, order {code}, is on its way[ with {parcel}][ to {stage}].[ It comes {days}.][ Questions? Call {phone}.]',
  },
  receiver_rider: {
    ...smsAlone,
    label: 'To the receiver: shipped with a rider',
    needs: { ...needs, sms: ['shop', 'code', 'delivery_code'] },
    sms: `{shop}: a rider brings you a parcel, order {code}[, {days}]. ${codeRule('code {delivery_code}')}[ Questions? Call {phone}.]`,
  },
  receiver_collect: {
    ...smsAlone,
    label: 'To the receiver: ready to collect',
    needs: { ...needs, sms: ['shop', 'code', 'point'] },
    sms: '{shop}: a parcel for you, order {code}, is ready to collect: {point}[, {hours}].[ Questions? Call {phone}.]',
  },
} as const satisfies Record<string, BuyerText>
export type BuyerMessage = keyof typeof buyerTexts
