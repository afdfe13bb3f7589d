import { describe, expect, it } from 'vitest'
import type { Services } from '#core/context.ts'
import { type NoticeKind, noticeKinds } from '#domain/buyer-notice.ts'
import { smsParts, toGsm7 } from '#domain/message-texts.ts'
import type { OrderRefundReason } from '#domain/payment.ts'
import type { ShopFacts } from '#domain/shop.ts'
import { noticeEmail, noticeFacts } from '#features/notices/notice-email.ts'
import { type NoticeOrder, noticeSms } from '#features/notices/notice-facts.ts'
import { shortLinkTo } from '#features/orders/short-links.ts'
import { secrets, shopFacts } from '../../../test/checkout.ts'

const shop: ShopFacts = { ...shopFacts, origin: 'https://shop.example.com' }
const link = `https://shop.example.com/order/3f9a21c8-0d2e-4f5a-9b1c-2d3e4f5a6b7c?key=${'k'.repeat(43)}`
const id = '3f9a21c8-0d2e-4f5a-9b1c-2d3e4f5a6b7c'
const short = `https://shop.example.com${shortLinkTo({ services: { secrets } as Services }, { id, phone_changes: 0 })}`
const order = (changes: Partial<NoticeOrder> = {}): NoticeOrder => ({
  short_code: '3f9a21c8',
  status: 'shipped',
  user_id: null,
  total_amount: '12500.00',
  customer_name: 'Wanjiku Kamau',
  customer_phone: '254712345678',
  phone_changes: 0,
  receiver_phone: null,
  customer_email: 'w@example.com',
  delivery_address: 'Moi Avenue 12\nNairobi',
  delivery_kind: 'door',
  delivery_option: 'Rider',
  delivery_fee: '250.00',
  promised_from: '2026-11-24',
  promised_to: '2026-11-25',
  delivery_to_agree: false,
  delivery_point: null,
  point_address: null,
  point_hours: null,
  mpesa_receipt_number: 'QKJ4XT81ZP',
  refund_due: '12500.00',
  refund_reason: 'cancelled',
  refund_phone: null,
  refunded_receipt: 'QKJ4XT81ZP',
  delivery_code: null,
  courier: null,
  parcel_number: null,
  discarded: false,
  nameless: false,
  overtaken: false,
  late: false,
  lines: [
    { name: 'Karen Penny Loafer, Chestnut', size: '42', quantity: 2, price: 4500 },
    { name: 'Mtaa Canvas <Blue>', size: '40', quantity: 1, price: 3500 },
  ],
  ...changes,
})
const refundReasons = Object.keys({ late_payment: 0, double_payment: 0, cancelled: 0 } satisfies Record<OrderRefundReason, 0>) as OrderRefundReason[]
const kinds = Object.keys(noticeKinds) as NoticeKind[]

describe.each(kinds)('%s', (kind) => {
  const sms = (facts: Partial<NoticeOrder> = {}, at = short, of = shop) => noticeSms(kind, noticeFacts(of, order(facts)), at)

  it('is one short message that names the shop and the order and leads there', () => {
    const text = sms()
    expect(text).toMatch(/^Viatu: .*3f9a21c8/)
    expect(text.endsWith(` ${short}`)).toBe(true)
    expect(text).toBe(toGsm7(text))
    expect(smsParts(text)).toBe(1)
    expect(text).not.toMatch(/Wanjiku|Moi Avenue/)
  })

  // The largest sum that M-Pesa takes at once, on both sides.
  const sums = {
    total_amount: '250000.00',
    refund_due: '250000.00',
    delivery_fee: '20000.00',
    promised_from: '2026-11-30',
    promised_to: '2026-12-01',
  }
  const reasons: Partial<NoticeOrder>[] = [...refundReasons.map((refund_reason) => ({ ...sums, refund_reason })), { ...sums, refund_due: '0' }]
  it.each(reasons)('has at most 160 letters at a host of 24 and with a name of 20: %j', (facts) => {
    const [host, name] = ['viatu-bora-kabisa.africa', 'Viatu Bora Kabisa Ke']
    expect([host.length, name.length]).toEqual([24, 20])
    const text = sms(facts, short.replace('shop.example.com', host), { ...shop, name })
    expect(text.startsWith(`${name}: `)).toBe(true)
    expect(text).toMatch(/ https:\/\/viatu-bora-kabisa\.africa\/o\/3f9a21c8\.[\w-]{16}$/)
    expect(text).toBe(toGsm7(text))
    expect(text.length).toBeLessThanOrEqual(160)
    expect(smsParts(text)).toBe(1)
    const longer = sms(facts, short.replace('shop.example.com', host), { ...shop, name: `${name} and Sons Limited` })
    expect(smsParts(longer), 'a longer name is cut').toBe(1)
    expect(longer.startsWith(name)).toBe(true)
  })

  it('fits however the shop is called and wherever it lives', () => {
    const long = { ...shop, name: 'Duka la Viatu vya Kisasa — Ŵanjikũ & Wana 👟👟👟', phone: '+254 700 000 000 / +254 711 111 111' }
    const text = sms({ total_amount: '249999.00', refund_due: '249999.00' }, `https://${'very-'.repeat(50)}long.example.com${short.slice(24)}`, long)
    expect(smsParts(text)).toBeLessThanOrEqual(2)
    expect(text).toBe(toGsm7(text))
    expect(text).not.toContain('http')
    expect(text).not.toMatch(/:$/)
  })

  it('is an e-mail with the lines, the total, where it goes and how to ask, in both parts', () => {
    const { html, text, subject } = noticeEmail(kind, shop, order(), link)
    expect(subject).toContain('3f9a21c8')
    for (const part of [html, text]) {
      for (const words of [
        'Hello Wanjiku Kamau,',
        'Karen Penny Loafer, Chestnut, size 42, 2 pairs',
        'KSh 9,000',
        'KSh 12,500',
        'Moi Avenue 12 Nairobi',
        'wa.me/254700000000',
        link,
      ])
        expect(part).toContain(words)
    }
    expect(html).toContain('Mtaa Canvas &lt;Blue&gt;')
  })

  it('names only the ways to ask that there are', () => {
    const none = { ...shop, phone: '', whatsapp: '', email: '' }
    expect(noticeEmail(kind, none, order(), link).text).toMatch(/^Questions\? Answer this e-mail$/m)
    expect(noticeEmail(kind, { ...none, phone: '0712 345 678' }, order(), link).text).toMatch(
      /^Questions\? Answer this e-mail, or call 0712 345 678$/m,
    )
  })

  it('carries nothing of a stranger to somebody else: no advertisement, no link, no second line of a header', () => {
    const sent = noticeEmail(
      kind,
      shop,
      order({ customer_name: 'Win at evil.example\r\nBcc: all@example.com', delivery_address: 'Free money: https://evil.example/win now' }),
      link,
    )
    const atStage = sms({ customer_name: 'evil.example', delivery_kind: 'stage', delivery_point: 'evil.example' })
    for (const part of [sent.subject, sent.html, sent.text, atStage]) {
      expect(part).not.toContain('evil.example')
      expect(part).not.toContain('Bcc')
    }
    expect(sent.text).toContain('Delivery to: the address on the page of your order')
    expect(sent.subject).not.toMatch(/[\r\n]/)
  })
})

it('a cancelled order says what goes back only where something does', () => {
  const told = (refund_due: string) => noticeEmail('cancelled', shop, order({ refund_due }), link).text
  expect(told('12500.00')).toContain('What you paid, KSh 12,500 (includes KSh 250 for delivery), goes back to your M-Pesa.')
  expect(told('0')).not.toContain('M-Pesa')
  expect(noticeSms('cancelled', noticeFacts(shop, order({ refund_due: '0' })), short)).toBe(
    `Viatu: order 3f9a21c8 was cancelled. Questions? +254 700 000 000 ${short}`,
  )
})

it('money in cash is told as cash, with its number, and goes back to the buyer', () => {
  const cash = order({ mpesa_receipt_number: 'CASH-12', refunded_receipt: 'CASH-12' })
  const texts = (['paid', 'cancelled', 'refund'] as const).flatMap((kind) => [
    noticeEmail(kind, shop, cash, link).text,
    noticeSms(kind, noticeFacts(shop, cash), short),
  ])
  expect(texts[0]).toContain('for order 3f9a21c8, paid in cash, number CASH-12.')
  expect(texts[1]).toContain('was paid in cash, number CASH-12.')
  for (const text of texts.slice(2)) expect(text).toContain('goes back to you.')
  expect(texts.join(' ')).not.toMatch(/M-Pesa|receipt/)
})

it('addresses that only look like links stay', () => {
  for (const delivery_address of ['P.O. Box 12, Thika', 'Hse no. 4, Ngong Rd. (opp. Prestige)', 'Moi Ave., 2nd fl.'])
    expect(noticeEmail('paid', shop, order({ delivery_address }), link).text).toContain(delivery_address)
})

describe('an order that was shipped', () => {
  const sms = (facts: Partial<NoticeOrder>, kind: NoticeKind = 'shipped') => noticeSms(kind, noticeFacts(shop, order(facts)), short)
  const byRider = { delivery_code: '0482' }
  it.each(['pickup', 'collect'] as const)('says that it is ready where the buyer comes for it: %s', (delivery_kind) => {
    const point = { delivery_kind, delivery_option: 'Pick-up at Sarit' }
    const facts = order({ ...point, point_address: 'Karuna Road', point_hours: 'Mon to Sat, 9 to 6' })
    const text = noticeSms('shipped', noticeFacts(shop, facts), short)
    const where = 'Pick-up at Sarit, Karuna Road, Mon to Sat, 9 to 6'
    expect([text, smsParts(text)]).toEqual([`Viatu: order 3f9a21c8 is ready to collect: ${where}. More: ${short}`, 1])
    expect(noticeSms('shipped', noticeFacts(shop, order(point)), short), 'a point that is gone').toContain('collect: Pick-up at Sarit. More:')
    expect(noticeSms('shipped', noticeFacts(shop, { ...facts, receiver_phone: '254722000111' }, 'receiver'), '')).toContain(`collect: ${where}. Q`)
    const letter = noticeEmail('shipped', shop, facts, link)
    expect(letter.subject).toBe('Your order 3f9a21c8 of Viatu is ready')
    expect(letter.text).toContain(`Your order 3f9a21c8 is ready to collect: ${where}.`)
    expect(letter.text).not.toContain('on its way')
  })

  const byCourier = { courier: 'Easy Coach', parcel_number: 'EC-44120' }

  it('names the code, or courier and number, in one short message', () => {
    for (const kind of ['shipped', 'link'] as const) expect(sms(byRider, kind)).toContain('Give code 0482 only with the parcel in hand.')
    expect(sms(byCourier)).toContain('has left with Easy Coach, parcel EC-44120.')
    expect(sms({ courier: 'Easy Coach' })).toContain('has left with Easy Coach.')
    const atStage = { delivery_point: 'Kisumu Bus Park' }
    expect(sms({ ...byCourier, ...atStage })).toContain('has left with Easy Coach, parcel EC-44120 for Kisumu Bus Park.')
    expect(sms(atStage)).toContain('has left for Kisumu Bus Park.')
    expect(noticeEmail('shipped', shop, order({ ...byCourier, ...atStage }), link).text).toContain('parcel EC-44120, to Kisumu Bus Park.')
    for (const facts of [byRider, byCourier, { ...byCourier, ...atStage }]) expect(smsParts(sms(facts))).toBe(1)
    const longest = sms({ courier: 'M'.repeat(40), parcel_number: '4'.repeat(40) })
    expect(smsParts(longest)).toBeLessThanOrEqual(2)
    expect(longest.endsWith(short)).toBe(true)
  })

  it('tells the code in no other message, and in no e-mail, whose text is stored', () => {
    for (const kind of kinds) {
      if (kind !== 'shipped' && kind !== 'link') expect(sms(byRider, kind), kind).not.toContain('0482')
      const { html, text } = noticeEmail(kind, shop, order(byRider), link)
      expect(html + text, kind).not.toContain('0482')
    }
    expect(noticeEmail('shipped', shop, order(byRider), link).text).toContain('a code of four digits. Give it only with the parcel in hand.')
    expect(noticeEmail('shipped', shop, order(byCourier), link).text).toContain('with Easy Coach, parcel EC-44120')
  })
})

it('leaves out the hours of a long place to collect, then its address, and never cuts the link', () => {
  const at = (address: number, hours: number) => {
    const point = {
      delivery_kind: 'pickup',
      delivery_option: 'N'.repeat(80),
      point_address: 'A'.repeat(address),
      point_hours: 'H'.repeat(hours),
    } as const
    const text = noticeSms('shipped', noticeFacts(shop, order(point)), short)
    return [smsParts(text), /N{80}/.test(text), /A{20}/.test(text), /H{20}/.test(text), text.endsWith(short)]
  }
  expect(at(20, 20)).toEqual([2, true, true, true, true])
  expect(at(90, 100)).toEqual([2, true, true, false, true])
  expect(at(200, 100)).toEqual([2, true, false, false, true])
})

describe('fee and promise', () => {
  const sms = (kind: NoticeKind, facts: Partial<NoticeOrder> = {}) => noticeSms(kind, noticeFacts(shop, order(facts)), short.replace('.example', ''))
  const letter = (kind: NoticeKind, facts: Partial<NoticeOrder> = {}) => noticeEmail(kind, shop, order(facts), link).text

  it.each<[NoticeKind, Partial<NoticeOrder>, string]>([
    ['received', {}, 'KSh 12,500 with delivery KSh 250, Tue 24 - Wed 25 Nov. Pay'],
    ['confirmed', { delivery_fee: '0.00' }, 'KSh 12,500 with free delivery, Tue 24 - Wed 25 Nov, is confirmed'],
    ['paid', { mpesa_receipt_number: null }, 'KSh 12,500 with delivery KSh 250, Tue 24 - Wed 25 Nov for order'],
    ['received', { delivery_kind: 'collect', delivery_fee: '0.00', promised_to: '2026-11-24' }, 'KSh 12,500 to pick up, Tue 24 Nov. Pay'],
    ['received', { delivery_kind: 'pickup', delivery_fee: '50.00' }, 'KSh 12,500 with pick-up KSh 50, Tue 24 - Wed 25 Nov. Pay'],
    ['received', { delivery_kind: null, delivery_option: null, delivery_fee: '0.00', promised_from: null, promised_to: null }, 'KSh 12,500. Pay'],
    [
      'paid',
      { delivery_kind: null, delivery_option: null, delivery_fee: '0.00', promised_from: null, promised_to: null, delivery_to_agree: true },
      'KSh 12,500, delivery to agree for order',
    ],
  ])('stand where the total stands: %s %j', (kind, facts, words) => {
    expect(sms(kind, facts)).toContain(words)
    expect(letter(kind, facts)).toContain(words.replace(/(, is confirmed| for order|\. Pay)$/, ''))
  })

  it('leave the promise out of a short message, then the fee, before it becomes two', () => {
    expect(noticeSms('paid', noticeFacts(shop, order()), short)).toContain('KSh 12,500 with delivery KSh 250 for order')
    const far = short.replace('shop.example.com', 'viatu-bora-kabisa.africa')
    expect(noticeSms('paid', noticeFacts({ ...shop, name: 'Viatu Bora Kabisa Ke' }, order()), far)).toContain(': KSh 12,500 for order')
  })

  it('are lines of a letter', () => {
    expect(letter('paid')).toMatch(/Delivery: Rider: KSh 250\s+Total: KSh 12,500/)
    expect(letter('paid', { delivery_fee: '0.00' })).toContain('Delivery: Rider: Free')
    expect(letter('paid', { delivery_kind: null, delivery_option: null })).not.toContain('Delivery:')
    expect(letter('paid', { delivery_to_agree: true })).toContain('Delivery: We contact you to agree how and when it comes.')
  })

  it('become part of what goes back, where all of it does', () => {
    expect(letter('cancelled')).toContain('What you paid, KSh 12,500 (includes KSh 250 for delivery), goes back')
    expect(letter('refund')).toContain('KSh 12,500 (includes KSh 250 for delivery) came for order')
    expect(sms('refund')).toContain('KSh 12,500 (includes KSh 250 for delivery) goes back')
    for (const facts of [{ refund_due: '100.00' }, { delivery_fee: '0.00' }]) expect(letter('refund', facts)).not.toContain('includes')
  })
})
