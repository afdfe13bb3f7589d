import { expect, it } from 'vitest'
import type { OrderView } from '#domain/order-view.ts'
import { pageContextOf } from '#web/chat/ask.ts'
import { type OrderPageState, rememberOrder } from '#web/order/order-page-state.ts'

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
  expect(pageContextOf({ pathname, search })).toEqual(known)
})

it('on the page that a short link has opened the chat knows the order, and no key of it', () => {
  rememberOrder({ order: { id } as OrderView, key: null, link: '/o/3c1f0e8a.Zm9vYmFyYmF6cXV4' } as OrderPageState)
  expect(pageContextOf({ pathname: `/order/${id}`, search: '' })).toEqual({ order_id: id })
  expect(pageContextOf({ pathname: `/order/${id.replace('3', '4')}`, search: '' })).toEqual({})
})
