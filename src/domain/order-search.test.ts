import { describe, expect, it } from 'vitest'
import { namedOrderIn, readOrderSearch } from '#domain/order-search.ts'

describe('what is meant by a search for an order', () => {
  const code = { first: '3f9a21c8-0000-0000-0000-000000000000', last: '3f9a21c8-ffff-ffff-ffff-ffffffffffff' }
  const id = '3f9a21c8-6d0e-4b7a-9c55-0d1f2e3a4b5c'
  it.each<[string, object]>([
    ['3f9a21c8', { id: code, receipt: '3F9A21C8', name: '3f9a21c8' }],
    [' #3F9A21C8 ', { id: code, receipt: '3F9A21C8', name: '#3F9A21C8' }],
    [id, { id: { first: id, last: id }, name: id }],
    ['0712 345 678', { phone: '254712345678' }],
    ['+254 (0)712-345-678', { phone: '254712345678' }],
    ['0712 345', { digits: '712345' }],
    ['+254 712', {}],
    [
      '345678',
      { id: { first: '34567800-0000-0000-0000-000000000000', last: '345678ff-ffff-ffff-ffff-ffffffffffff' }, digits: '345678', receipt: '345678' },
    ],
    ['qkj4xt81zp', { receipt: 'QKJ4XT81ZP', name: 'qkj4xt81zp' }],
    ['Wanjiku  Kamau', { name: 'Wanjiku Kamau' }],
    ["Ng'ang'a", { name: "Ng'ang'a" }],
    ['wanjiku@', { email: 'wanjiku@' }],
    ['abc', { name: 'abc' }],
    ['wa@', { email: 'wa@' }],
    ['3f9a', { id: { first: '3f9a0000-0000-0000-0000-000000000000', last: '3f9affff-ffff-ffff-ffff-ffffffffffff' }, name: '3f9a' }],
    ['7123', { digits: '7123', amount: 7123 }],
    ['qkj4', { receipt: 'QKJ4', name: 'qkj4' }],
    ['3,500', { amount: 3500 }],
    ['KSh 3500', { amount: 3500 }],
    ['ksh3,500.50', { amount: 3500.5 }],
    ['1,250,000/=', { amount: 1_250_000 }],
    ['450', { amount: 450 }],
    ['ab', {}],
    ['%', {}],
    ['', {}],
  ])('%j', (text, meant) => expect(readOrderSearch(text)).toMatchObject(meant))

  it('finds nothing in too little', () => expect([readOrderSearch('12'), readOrderSearch('  '), readOrderSearch('71')]).toEqual([{}, {}, {}]))
})

it('takes only what looks like an id for one, and only figures for a part of a number or a sum', () => {
  for (const text of ['3,50', '0450', '35', '3,5000', '12345678']) expect(readOrderSearch(text), text).not.toHaveProperty('amount')
  expect(readOrderSearch('shoes 12345')).toEqual({ name: 'shoes 12345' })
  expect(readOrderSearch('Kamau')).toEqual({ name: 'Kamau', receipt: 'KAMAU' })
})

it.each([
  ['where is 3f9a21c8, 0712 345 678?', '3f9a21c8', null, '254712345678', 'where is 3f9a21c8, [my phone]?'],
  ['+254 712-345-678 #3F9A21C8', '3f9a21c8', null, '254712345678', '[my phone] #3F9A21C8'],
  ['order 12345678 phone 0112345678', '12345678', null, '254112345678', 'order 12345678 phone [my phone]'],
  ['qkj4xt81zp and 0712345678', null, 'QKJ4XT81ZP', '254712345678', 'qkj4xt81zp and [my phone]'],
  ['254712345678', null, null, '254712345678', '[my phone]'],
  ['3f9a21c8', '3f9a21c8', null, null, '3f9a21c8'],
  ['I paid twice: QKJ4XT81ZP and QKJ4XT81ZR', null, 'QKJ4XT81ZP', null, 'I paid twice: QKJ4XT81ZP and QKJ4XT81ZR'],
  ['nike size 42 under 4000', null, null, null, 'nike size 42 under 4000'],
  ['/order/3f9a21c8-6d0e-4b7a-9c55-0d1f2e3a4b5c', '3f9a21c8', null, null, '/order/3f9a21c8-6d0e-4b7a-9c55-0d1f2e3a4b5c'],
  ['071234567890', null, null, null, '071234567890'],
])('%j names the order %s, the receipt %s and the phone %s', (text, code, receipt, phone, rest) =>
  expect(namedOrderIn(text)).toEqual({ code, receipt, phone, rest }),
)
