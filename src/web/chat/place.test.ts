import { expect, it } from 'vitest'
import { placeOf } from '#web/chat/place.ts'

const id = '3c1f0e8a-5b7d-4e7a-9c2b-0d4f6a8e1b23'

it.each<[string, object]>([
  [`/product/${id}`, { product_id: id }],
  [`/order/${id}?key=abc`, { order_id: id, order_key: 'abc' }],
  [`/order/${id}`, {}],
  ['/product/nope', {}],
  [`/product/${id}/more`, {}],
  ['/', {}],
])('on %s the chat knows %j', (address, known) => {
  const { pathname, search } = new URL(address, 'http://shop.example')
  expect(placeOf({ pathname, search })).toEqual(known)
})
