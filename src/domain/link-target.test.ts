import { describe, expect, it } from 'vitest'
import { isLinkTarget, storedLinkTarget } from '#domain/web-address.ts'

describe('where an ad may lead', () => {
  it.each([
    'https://shop.example/ferry',
    'http://shop.example:8080/a?x=1#top',
    'HTTPS://EXAMPLE.COM',
    '/',
    '/products?search=ferry&size=38',
    '/category/heels',
    '/category/heels?max=5000#top',
    '/category/sign%20in',
    '/product/e8e67e7e-462f-4a6d-9d72-5637f6761f0d',
    '/help#size-guide',
    '/affiliate/wallet',
    `/category/${'a'.repeat(1990)}`,
  ])('is %s', (target) => expect(isLinkTarget(target)).toBe(true))

  it.each([
    '',
    'category/heels',
    ' /category/heels',
    '/category/heels ',
    '/category/heels/',
    '/category/',
    '/category/heels/red',
    '/nowhere',
    '/admin/ads',
    '/order/7',
    '/sign-out',
    '/api/ads',
    '/files/ad-images/ads/1.webp',
    '//evil.example',
    '//evil.example/category/heels',
    '/\\evil.example',
    '/category\\heels',
    '/category//heels',
    '/products?next=//evil.example',
    '/./products',
    '/category/..',
    '/category/%2e%2e',
    '/category/../admin',
    '/category/hee\tls',
    '/category/"onclick="alert(1)',
    '/\t/evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    `/category/${'a'.repeat(1991)}`,
  ])('is not %j', (target) => expect(isLinkTarget(target)).toBe(false))
})

it.each([
  ['HTTPS://EXAMPLE.COM', 'https://example.com'],
  ['HTTP://Shop.Example:8080/Ferry?To=LAMU#Top', 'http://shop.example:8080/Ferry?To=LAMU#Top'],
  ['hTTps://Shop.Example?A', 'https://shop.example?A'],
  ['https://shop.example/%7Ea/../b', 'https://shop.example/%7Ea/../b'],
  ['/category/heels', '/category/heels'],
  ['', ''],
])('%j is stored as %j', (text, stored) => {
  expect(storedLinkTarget(text)).toBe(stored)
  expect(storedLinkTarget(stored)).toBe(stored)
})
