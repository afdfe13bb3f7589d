import { describe, expect, it } from 'vitest'
import { isStoredPicture } from '#domain/stored-picture.ts'
import { isWebAddress, withHttps } from '#domain/web-address.ts'

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
