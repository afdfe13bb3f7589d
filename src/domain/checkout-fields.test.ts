import { describe, expect, it } from 'vitest'
import { deliveryRefusal, receiverPhoneHint, receiverRefusal } from '#domain/checkout-fields.ts'
import { phoneHint } from '#domain/phone.ts'

describe('what is written at checkout', () => {
  it.each([
    ['customer_name', ''],
    ['customer_phone', '   '],
    ['delivery_address', '\n'],
  ] as const)('asks for a missing %s', (field, text) => expect(deliveryRefusal(field, text)).toMatch(/^Enter /))

  it.each(['0712345678', '+254 712 345 678', '0112-345-678'])('takes the number %s', (text) =>
    expect(deliveryRefusal('customer_phone', text)).toBeNull(),
  )

  it.each(['0700 000', '+255712345678', '07123456789', 'my number'])('says how to write %s', (text) =>
    expect(deliveryRefusal('customer_phone', text)).toBe(phoneHint),
  )

  it('takes an e-mail, one plain address, or none', () => {
    for (const text of ['', '  ', 'w@example.com', ' Wanjiku.K+shoes@mail.co.ke ']) expect(deliveryRefusal('customer_email', text)).toBeNull()
    for (const text of ['wanjiku', 'a@b.example, c@d.example', 'a b@example.com', 'a@b.example\r\nBcc: c@d.example', '<a@b.example>'])
      expect(deliveryRefusal('customer_email', text)).toMatch(/^Enter the e-mail/)
    expect(deliveryRefusal('customer_email', `${'a'.repeat(250)}@example.com`)).toMatch(/^Please keep this under/)
  })

  it('keeps names and addresses to what the shop can store', () => {
    expect(deliveryRefusal('customer_name', ' A ')).toBe('Enter your full name.')
    expect(deliveryRefusal('customer_name', 'A\u200b')).toBe('Enter your full name.')
    expect(deliveryRefusal('customer_name', 'Jo')).toBeNull()
    expect(deliveryRefusal('customer_name', '李')).toBeNull()
    expect(deliveryRefusal('customer_email', '\u202aasha@münchen.example\u202c')).toBeNull()
    expect(deliveryRefusal('delivery_address', 'Home')).toMatch(/^Enter more of the address/)
    expect(deliveryRefusal('delivery_address', 'Karen')).toBeNull()
    expect(deliveryRefusal('customer_name', 'a'.repeat(200))).toBeNull()
    expect(deliveryRefusal('customer_name', 'a'.repeat(201))).toBe('Please keep this under 200 characters.')
    expect(deliveryRefusal('delivery_address', `${'a'.repeat(500)} `)).toBeNull()
    expect(deliveryRefusal('delivery_address', 'a'.repeat(501))).toBe('Please keep this under 500 characters.')
  })
})

describe('a receiver who is not the buyer', () => {
  const unnamed = 'Enter the name of the receiver.'

  it.each([
    ['Amina', '0712 345 678', null, null],
    ['Jo', '+254112345678', null, null],
    ['J', '0712345678', unnamed, null],
    ['  J  ', '0712345678', unnamed, null],
    ['', '', unnamed, receiverPhoneHint],
    ['Amina', '0700 000', null, receiverPhoneHint],
  ])('named %j with the number %j', (name, phone, receiver_name, receiver_phone) =>
    expect(receiverRefusal({ name, phone })).toEqual({ receiver_name, receiver_phone }),
  )
})
