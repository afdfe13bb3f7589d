import { describe, expect, it } from 'vitest'
import { linkRefusal } from '#domain/link-refusal.ts'
import { referralLink } from '#domain/referral.ts'
import { bornCategories } from '../../test/born-menu.ts'

const { menu } = bornCategories
const origin = 'https://shop.example'
const shoe = '3f9a21c8-6d0e-4b7a-9c55-0d1f2e3a4b5c'

describe('a link', () => {
  it.each([
    ['/', '/?ref=KAMAU23'],
    [origin, '/?ref=KAMAU23'],
    ['/products', '/products?ref=KAMAU23'],
    [`${origin}/products?search=mbio&size=42#list`, '/products?search=mbio&size=42&ref=KAMAU23'],
    ['/category', '/category?ref=KAMAU23'],
    ['category/heels', '/category/heels?ref=KAMAU23'],
    ['/category/sneakers/', '/category/sneakers/?ref=KAMAU23'],
    [`/product/${shoe}?ref=OTHER22`, `/product/${shoe}?ref=KAMAU23`],
  ])('to %s carries the code', (address, link) => {
    expect(linkRefusal(origin, address, menu)).toBeNull()
    expect(referralLink(origin, address, 'KAMAU23', menu)).toBe(origin + link)
  })

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    'https://shop.example@evil.example',
    'https://me@shop.example/',
    'http://shop.example/',
    'https://',
  ])('does not lead to another site: %s', (address) => {
    expect(linkRefusal(origin, address, menu)).toMatch(/^Paste the address/)
    expect(referralLink(origin, address, 'KAMAU23', menu)).toBeNull()
  })

  it.each([
    '/hello there',
    '/product/none',
    `/product/${shoe}/more`,
    '/product',
    '/category/constructor',
    '/products/heels',
    'shop.example/products',
    '/products/../admin',
    `${origin}//`,
    '/admin',
    '/admin/products',
    '/dashboard/orders',
    '/affiliate',
    '/checkout',
    `/order/${shoe}`,
    '/auth',
    '/sign-up',
    '/reset-password',
    '/api/products',
  ])('does not lead to what is nobody’s to share, or no page: %s', (address) => {
    expect(linkRefusal(origin, address, menu)).toMatch(/^Only the home page/)
    expect(referralLink(origin, address, 'KAMAU23', menu)).toBeNull()
  })

  it.each(['', '  '])('to nothing is told what to write', (address) => expect(linkRefusal(origin, address, menu)).toMatch(/^Enter the address/))
})
