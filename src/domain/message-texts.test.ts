import { describe, expect, it } from 'vitest'
import { buyerTexts } from '#domain/buyer-messages.ts'
import {
  examplesOf,
  fillLetter,
  fillMessage,
  type MessageName,
  type MessagePart,
  messageNames,
  messageOf,
  partsOf,
  smsLength,
  smsParts,
  templateOf,
  templateRefusal,
  toGsm7,
} from '#domain/message-texts.ts'

describe('texts to buyers and affiliates', () => {
  it.each(messageNames.flatMap((name) => partsOf(name).map((part) => [name, part] as const)))(
    'that a shop is born with are in order: %s, %s',
    (name, part) => {
      expect(templateRefusal(name, part, messageOf(name)[part] as string)).toBe(null)
      expect(fillMessage(messageOf(name)[part] as string, examplesOf(name))).not.toMatch(/[{}[\]|]/)
    },
  )

  it.each(messageNames.flatMap((name) => partsOf(name).map((part) => [name, part] as const)))(
    'have no hole where the shop has no phone and no e-mail of its own: %s, %s',
    (name, part) => {
      const text = fillMessage(messageOf(name)[part] as string, { ...examplesOf(name), phone: '', email: '' })
      expect(text).not.toMatch(/\b(call|tell us|write|or|at)\s*[.,:]|[:,]\s*[.:]|\s[.,:]| {2}|\?\s*($|Receipt)/i)
      expect(text).not.toMatch(/\+254 700|viatu\.example/)
    },
  )

  it('have an SMS where they go to buyers', () => {
    expect([partsOf('paid'), partsOf('payout_paid')]).toEqual([
      ['sms', 'subject', 'letter'],
      ['subject', 'letter'],
    ])
    expect(templateOf('payout_paid', 'sms', {})).toBe('')
  })

  it('fill in fields, and of alternatives the first whose fields are all there', () => {
    const values = { ...examplesOf('paid'), receipt: '', parcel: 'G4S' }
    expect(fillMessage('{shop}: {code}[, receipt {receipt}].', values)).toBe('Viatu: 3f9a21c8.')
    expect(fillMessage('[{receipt}|with {parcel}|on its way]', values)).toBe('with G4S')
    expect(fillMessage('[{receipt}|on its way]', values)).toBe('on its way')
    expect(fillMessage('{shop}: paid{receipt}{other}.', values)).toBe('Viatu: paid.')
    // What a field holds is no template.
    expect(fillMessage('{shop}', { ...values, shop: '{code}' })).toBe('{code}')
  })

  it('are letters of a subject and paragraphs, none of them empty', () => {
    expect(fillLetter('cancelled', { ...examplesOf('cancelled'), refund: '' }, {})).toEqual({
      subject: 'Your order 3f9a21c8 at Viatu was cancelled',
      paragraphs: ['Your order 3f9a21c8 of KSh 4,750 was cancelled.'],
    })
    const letter = '\n\n  Asante, {shop}. \r\n \r\nOrder\n{code}\n'
    expect(fillLetter('paid', examplesOf('paid'), { paid: { subject: '{code} paid', letter } })).toEqual({
      subject: '3f9a21c8 paid',
      paragraphs: ['Asante, Viatu.', 'Order\n3f9a21c8'],
    })
  })

  it('are the changed ones part by part', () => {
    const changed = { paid: { sms: '{shop}: asante, {code}.', subject: null } }
    expect(templateOf('paid', 'sms', changed)).toBe('{shop}: asante, {code}.')
    expect(templateOf('paid', 'subject', changed)).toBe(buyerTexts.paid.subject)
    expect(templateOf('late', 'sms', changed)).toBe(buyerTexts.late.sms)
  })

  it.each<[MessageName, MessagePart, string, string | null]>([
    ['paid', 'sms', '{shop}: asante kwa order {code}.', null],
    ['paid', 'sms', '{shop}: asante.', 'Keep {code} outside of [ ]: the code of the order.'],
    ['paid', 'sms', '{shop}: asante[ {code}].', 'Keep {code} outside of [ ]: the code of the order.'],
    ['paid', 'sms', '{shop} {code} {price}', 'There is no field {price}: choose one of the list.'],
    ['paid', 'sms', '{shop} {code} {constructor}', 'There is no field {constructor}: choose one of the list.'],
    ['paid', 'sms', '{shop} {code} [more', 'Close each [ with a ], one pair after the other.'],
    ['paid', 'sms', '{shop} {code} [a [b] c]', 'Close each [ with a ], one pair after the other.'],
    ['paid', 'sms', '{shop} {code} more]', 'Close each [ with a ], one pair after the other.'],
    ['paid', 'sms', '{shop} {code} {', 'Write a field as {code}: its name between braces.'],
    ['paid', 'sms', `{shop} {code} ${'a'.repeat(290)}`, 'Please keep this under 300 characters.'],
    ['paid', 'sms', `{shop} {code} ${'a'.repeat(280)}`, 'This takes three messages: shorten it to two at most.'],
    [
      'shipped_rider',
      'sms',
      '{shop}: order {code} comes.',
      'Keep {delivery_code} outside of [ ]: what the buyer tells the rider at the door; never in an e-mail, whose text is stored.',
    ],
    [
      'shipped_rider',
      'letter',
      '{code} {delivery_code}',
      'Leave {delivery_code} out of the e-mail: its text is stored, and the code is for the door alone.',
    ],
    ['paid', 'subject', `{code}${'a'.repeat(114)}`, null],
    ['paid', 'subject', `{code}${'a'.repeat(115)}`, 'Please keep this under 120 characters.'],
    ['payout_paid', 'sms', 'Asante.', null],
    ['payout_paid', 'letter', '{amount}, {receipt}', null],
    ['payout_paid', 'letter', 'Asante, {amount}.', "Keep {receipt} outside of [ ]: m-pesa's receipt."],
    [
      'payout_paid',
      'subject',
      '{shop} {delivery_code}',
      'Leave {delivery_code} out of the e-mail: its text is stored, and the code is for the door alone.',
    ],
    ['payout_paid', 'subject', '{shop} {refund}', 'There is no field {refund}: choose one of the list.'],
    ['refund', 'subject', 'Money for {code}', 'Keep {refund_sum} outside of [ ]: what goes back.'],
  ])('of %s are checked, %s: %s', (name, part, template, refusal) => expect(templateRefusal(name, part, template)).toBe(refusal))

  it('are counted with their link, as the network counts them', () => {
    expect(smsLength('{shop}: {code}.')).toEqual({ characters: 16 + 1 + 52, parts: 1 })
    expect(smsLength(`{shop}: {code}. ${'a'.repeat(100)}`).parts).toBe(2)
  })
})

describe('a text for a phone', () => {
  it.each([
    ['Viatu: order 1a2b3c4d, KSh 4,500.', 'Viatu: order 1a2b3c4d, KSh 4,500.'],
    ['Ŵanjikũ’s “shoes” – KSh\u00a04,500…', 'Wanjiku\'s "shoes" - KSh 4,500...'],
    ['a\r\nb\tc\u0000\u200bd', 'a b c d'],
    ['👟 Viatu 靴 ok', 'Viatu ok'],
    ['ñ é à Ü ç', 'ñ é à Ü c'],
    ['__proto__ constructor', '__proto__ constructor'],
  ])('%j has plain letters only: %j', (text, told) => expect(toGsm7(text)).toBe(told))

  it('is one message up to 160 letters, and has 153 in each part of a longer one; some letters count as two', () => {
    expect([160, 161, 306, 307].map((letters) => smsParts('a'.repeat(letters)))).toEqual([1, 2, 2, 3])
    expect([smsParts('€'.repeat(80)), smsParts('€'.repeat(81))]).toEqual([1, 2])
  })
})
