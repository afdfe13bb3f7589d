import type { NoticeChannel, NoticeKind } from '#domain/buyer-notice.ts'
import { pairName } from '#domain/catalogue.ts'
import { feeText, isPoint, toAgree } from '#domain/delivery-options.ts'
import type { ChangedTexts } from '#domain/message-texts.ts'
import { formatMoney, fromShillings } from '#domain/money.ts'
import { dayText, formatDays } from '#domain/nairobi-time.ts'
import { isCash } from '#domain/receipt-code.ts'
import { oneOf, type ShopFacts } from '#domain/shop.ts'
import { type Email, renderEmail } from '#features/mail/templates/email.ts'
import type { NoticeOrder } from '#features/notices/notice-facts.ts'
import { letterWords, type NoticeFacts } from '#features/notices/notice-texts.ts'

/** The e-mail of a notice: what happened, the order's lines and delivery place, and the link to its page. */
export function noticeEmail(kind: NoticeKind, shop: ShopFacts, order: NoticeOrder, link: string, changed: ChangedTexts = {}): Email {
  const facts = noticeFacts(shop, order)
  const { subject, title, paragraphs, button } = letterWords(kind, facts, changed)
  const lines = order.lines.map(({ name, size, quantity, price }) => ({
    label: `${pairName({ name, size })}${quantity > 1 ? `, ${quantity} pairs` : ''}`,
    value: formatMoney(fromShillings(price) * quantity),
  }))
  return renderEmail(
    { shop, name: order.customer_name },
    {
      kind: `order-${kind}`,
      subject,
      title,
      paragraphs,
      rows: [
        ...lines,
        ...feeRow(order),
        { label: 'Total', value: formatMoney(facts.total) },
        { label: 'Delivery to', value: tellable(order.delivery_address) },
      ],
      button: { label: button, link },
      notes: [
        `Questions? ${oneOf(['Answer this e-mail', shop.phone && `call ${shop.phone}`, shop.whatsapp && `write to us on WhatsApp: https://wa.me/${shop.whatsapp}`])}`,
        'Whoever has the link of this e-mail can see the order: keep it to yourself. If you ordered nothing, somebody mistyped their address: leave it alone.',
      ],
    },
  )
}

/** The facts of an order that the text of a notice may name. */
export function noticeFacts(shop: NoticeFacts['shop'], order: NoticeOrder, channel: NoticeChannel = 'email'): NoticeFacts {
  return {
    shop,
    code: order.short_code,
    total: fromShillings(order.total_amount),
    delivery: deliveryOf(order),
    isToAgree: order.delivery_to_agree,
    receipt: order.mpesa_receipt_number,
    refund: fromShillings(order.refund_due),
    refundReason: order.refund_reason,
    refundPhone: order.refund_phone,
    refundInCash: isCash(order.refunded_receipt),
    deliveryCode: order.delivery_code,
    parcel: order.courier && [order.courier, order.parcel_number].filter(Boolean).join(', parcel '),
    stage: order.delivery_point && !leadsAway(order.delivery_point) ? order.delivery_point : null,
    point: isPoint(order.delivery_kind) ? [order.delivery_option, order.point_address].filter(Boolean).join(', ') : null,
    pointName: isPoint(order.delivery_kind) ? order.delivery_option : null,
    hours: order.point_hours,
    isToReceiver: channel === 'receiver',
    lastDay: order.promised_to && dayText(order.promised_to),
  }
}

function deliveryOf({ delivery_kind, delivery_fee, promised_from, promised_to }: NoticeOrder): NoticeFacts['delivery'] {
  if (delivery_kind === null || promised_from === null || promised_to === null) return null
  return { isPoint: isPoint(delivery_kind), fee: fromShillings(delivery_fee), days: formatDays({ from: promised_from, to: promised_to }) }
}

function feeRow({ delivery_option, delivery_fee, delivery_to_agree }: NoticeOrder) {
  if (delivery_to_agree) return [{ label: 'Delivery', value: toAgree.next }]
  return delivery_option === null ? [] : [{ label: `Delivery: ${delivery_option}`, value: feeText(Number(delivery_fee)) }]
}

function tellable(address: string): string {
  return leadsAway(address) ? 'the address on the page of your order' : address
}

/** A buyer may order in the name of another person's address: text that leads to another site is not repeated to that person (promises §4 E 49). */
const leadsAway = (text: string) => /:\/\/|www\.|@|\p{L}\.\p{L}{2,}/iu.test(text)
