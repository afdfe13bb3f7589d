import { describe, expect, it } from 'vitest'
import { isStoredPicture } from '#domain/stored-picture.ts'
import { isLinkTarget, isWebAddress, storedLinkTarget, withHttps } from '#domain/web-address.ts'

const good = [
  'https://shop.example/',
  'http://shop.example:8080/a/b.jpg?x=1&y=%20#top',
  'HTTPS://Shop.Example/@user/pic.jpg',
  'https://127.0.0.1/a',
  'https://xn--caf-dma.example/',
]
const bad = [
  '',
  ' https://shop.example/',
  'https://shop.example/a b',
  'javascript:alert(1)',
  'JaVa\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  '//evil.example/x',
  '\\\\evil.example',
  'https:\\\\evil.example',
  'https:/evil.example',
  'https://\\evil.example',
  'http://user@evil.example/',
  'http://user:password@evil.example/',
  'http://@evil.example/',
  'https://shop.example\\@evil.example/',
  'https://shop.example/\u0000',
  'https://shop.example/\nSet-Cookie: a=b',
  'https://shop.example/"onerror="alert(1)',
  'https://ca\u0301fe.example/',
  'https://',
  'https:///evil.example',
  'https://%zz/',
  `https://shop.example/${'a'.repeat(2000)}`,
]

describe('an address of the web', () => {
  it.each(good)('is %j', (address) => expect(isWebAddress(address)).toBe(true))
  it.each(bad)('is not %j', (address) => expect(isWebAddress(address)).toBe(false))
})

describe('the address of a picture of ours', () => {
  it('is /files/product-images/products/3f9a21c8_0_1763680000000.webp', () =>
    expect(isStoredPicture('/files/product-images/products/3f9a21c8_0_1763680000000.webp')).toBe(true))
  it.each([
    ...good,
    ...bad,
    '/files/',
    '/files/product-images/../app-secret.webp',
    '/files/promotional-videos/videos/1763680000000.mp4',
    '/files//evil.example/x.webp',
    '/files/../.data/app-secret',
    '/files/a/..%2f..%2fb.webp',
    '/files/.hidden',
    '/files/a\\b.webp',
    '/etc/passwd',
    'files/a.webp',
  ])('is not %j', (address) => expect(isStoredPicture(address)).toBe(false))
})

it('gets the https that people leave out', () =>
  expect(['maps.app.goo.gl/abc', 'http://a.example', 'Nairobi'].map(withHttps)).toEqual([
    'https://maps.app.goo.gl/abc',
    'http://a.example',
    'Nairobi',
  ]))

it('is at most 2000 characters long', () => {
  const address = `https://x.example/${'a'.repeat(1982)}`
  expect([isWebAddress(address), isWebAddress(`${address}a`)]).toEqual([true, false])
})

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
