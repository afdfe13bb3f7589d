import { describe, expect, it } from 'vitest'
import { cacheKeyOf, isPublicPage, pageOfData } from './page-url.ts'

describe('a public page', () => {
  it.each([
    '/',
    '/_.data',
    '/products',
    '/products.data',
    '/category',
    '/category/heels.data',
    '/product/1',
    '/product/1.data',
    '/help',
    '/track',
    '/offline',
  ])('is %s', (path) => expect(isPublicPage(path)).toBe(true))
  it.each([
    '/checkout',
    '/order/1',
    '/order/1.data',
    '/auth',
    '/dashboard',
    '/dashboard.data',
    '/admin',
    '/api/products',
    '/cart-offers',
    '/files/x',
    '//',
    '/product/1/2',
    '/sw.js',
  ])('is not %s', (path) => expect(isPublicPage(path)).toBe(false))
  it('is kept under what it depends on, and under nothing of who came by which way', () => {
    expect(cacheKeyOf(new URL('https://shop.example/products?utm_source=x&sort=price-low&search=a%26b&ref=ABC&key=secret'))).toBe(
      '/products?search=a%26b&sort=price-low',
    )
    expect(cacheKeyOf(new URL('https://shop.example/?ref=ABC'))).toBe('/')
    expect(cacheKeyOf(new URL('https://shop.example/product/1.data?size=42&_routes=x&sort=a'))).toBe('/product/1.data?_routes=x')
    expect(cacheKeyOf(new URL('https://shop.example/product/1?size=42'))).toBe('/product/1')
  })
  it('has data of its own', () => expect(['/_.data', '/product/1.data', '/product/1'].map(pageOfData)).toEqual(['/', '/product/1', null]))
})
