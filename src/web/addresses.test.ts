import { describe, expect, it } from 'vitest'
import { absoluteUrl, cartOffersUrl, categoryUrl, listUrl, orderUrl, productsUrl, productUrl } from '#web/addresses.ts'

describe('addresses', () => {
  it('encodes what stands in a path', () => {
    expect(productUrl('a/b')).toBe('/product/a%2Fb')
    expect(categoryUrl('sign in')).toBe('/category/sign%20in')
    expect(categoryUrl()).toBe('/category')
  })

  it('writes a filter into the query, the given parts only', () => {
    expect(listUrl(productsUrl, {})).toBe('/products')
    expect(listUrl(productsUrl, { search: 'a&b', size: '42', minPrice: 0, maxPrice: 5000, sort: 'price-low' }, 'next')).toBe(
      '/products?search=a%26b&size=42&min=0&max=5000&sort=price-low&cursor=next',
    )
  })

  it('leaves the default order out', () => {
    expect(listUrl(categoryUrl('heels'), { sort: 'newest' })).toBe('/category/heels')
  })

  it('asks about every line of a cart', () => {
    expect(
      cartOffersUrl([
        { id: 'x', size: '42' },
        { id: 'y', size: 'One size' },
      ]),
    ).toBe('/cart-offers?line=x%7E42&line=y%7EOne+size')
  })

  it('carries the key of an order only when there is one', () => {
    expect(orderUrl('o', 'k')).toBe('/order/o?key=k')
    expect(orderUrl('o', null)).toBe('/order/o')
  })

  it('makes a path absolute for previews', () => {
    expect(absoluteUrl({ origin: 'https://viatu.example' }, '/products')).toBe('https://viatu.example/products')
  })
})
