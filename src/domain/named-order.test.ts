import { expect, it } from 'vitest'
import { namedOrderIn } from '#domain/order-search.ts'

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
