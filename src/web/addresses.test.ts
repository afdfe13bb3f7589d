import type { RouteConfigEntry } from '@react-router/dev/routes'
import { describe, expect, it } from 'vitest'
import { targetPages } from '#domain/web-address.ts'
import { absoluteUrl, cartOffersUrl, categoryUrl, listUrl, orderUrl, productsUrl, productUrl } from '#web/addresses.ts'
import routes from '#web/routes.ts'

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

describe('the pages that ads may lead to', () => {
  const pathsOf = (entries: RouteConfigEntry[], above = ''): string[] =>
    entries.flatMap(({ path = '', index, children = [] }) => {
      const here = path ? `${above}/${path}` : above
      return [...(path || index ? [here || '/'] : []), ...pathsOf(children, here)]
    })

  it('are pages of routes.ts, and all that a visitor can open without knowing an order', () => {
    const pages = pathsOf(routes).flatMap((path) => (path.endsWith('/:slug?') ? [path.slice(0, -7), path.slice(0, -1)] : [path]))
    const others = [
      '/admin',
      '/order/',
      '/o/',
      '/rider/',
      '/size-guide-text',
      '/offline',
      '/account-deleted',
      '/invitation/',
      '/claim/',
      '/*',
      '/sign-out',
      '/dashboard/my-data',
      '/cart-offers',
    ]
    const files = /\.(svg|csv)$/
    // A space has to be written as %20 there, and these two have other names.
    const spaced = ['/sign in', '/sign up']
    expect([...targetPages].sort()).toEqual(
      pages.filter((path) => !others.some((other) => path.startsWith(other)) && !files.test(path) && !spaced.includes(path)).sort(),
    )
  })
})
