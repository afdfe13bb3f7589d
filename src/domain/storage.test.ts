import { describe, expect, it } from 'vitest'
import {
  addressesOf,
  endingOf,
  fileUrl,
  isAddressIn,
  isBucket,
  isFileKey,
  keysOf,
  readFileName,
  stemOf,
  stemOfKey,
  storedKey,
  typeOf,
} from '#domain/storage.ts'
import { uploadRefusal } from './storage.ts'

const product = '3f9a21c8-6d0e-4b7a-9c55-0d1f2e3a4b5c_0_1763680000000'
const stem = `product-images/products/${product}`

describe('a stored file', () => {
  it('has its address, and all that a picture or a video is kept as', () => {
    expect(stemOf('product-images', product)).toBe(stem)
    expect(fileUrl('ad-images/ads/1.webp')).toBe('/files/ad-images/ads/1.webp')
    expect(keysOf('ad-images/ads/1')).toEqual(
      ['.webp', '-400.webp', '-400.avif', '-800.avif', '-1200.avif', '-og.jpg'].map((ending) => `ad-images/ads/1${ending}`),
    )
    expect(keysOf('promotional-videos/videos/1')).toEqual(
      ['mp4', 'webm', 'ogg', 'mov', 'avi'].map((ending) => `promotional-videos/videos/1.${ending}`),
    )
    expect(keysOf('lost/videos/1')).toHaveLength(6)
    const addresses = addressesOf('ad-images/ads/1')
    expect(addresses).toEqual(expect.arrayContaining(['/files/ad-images/ads/1.webp', '/files/ad-images/ads/1.png', '/files/ad-images/ads/1-og.jpg']))
    expect(new Set(addresses).size).toBe(addresses.length)
  })

  it.each([
    [`${stem}.webp`, true],
    ['ad-images/ads/1.avif', true],
    ['ad-images/products/1.avif', false],
    ['lost/ads/1.webp', false],
    ['ad-images/ads/1.html', false],
    ['ad-images/ads/1.constructor', false],
    ['ad-images/ads/a.b.webp', false],
    ['', false],
  ])('has the key %s: %s', (key, valid) => expect(isFileKey(key)).toBe(valid))

  it.each([
    ['a/b.webp', 'image/webp'],
    ['a.b/c.mp4', 'video/mp4'],
    ['a/b.html', 'application/octet-stream'],
  ])('%s is served as %s', (key, type) => expect(typeOf(key)).toBe(type))

  it('has an ending by its type', () => expect(endingOf('image/webp')).toBe('.webp'))
})

describe('a file as it was sent', () => {
  it.each([
    [`${stem}.png`, `${stem}.webp`],
    [`${stem}.webp`, null],
    [`${stem}.pdf`, null],
    ['lost/products/1.png', null],
    ['promotional-videos/videos/1.png', null],
  ])('%s is stored as %s', (key, stored) => expect(storedKey(key)).toBe(stored))

  it.each([
    [`${stem}.png`, stem],
    [`${stem}-400.avif`, stem],
    [`${stem}-og.jpg`, stem],
    ['promotional-videos/videos/1.mp4', 'promotional-videos/videos/1'],
    ['lost/products/1.png', null],
  ])('%s has the stem %s', (key, of) => expect(stemOfKey(key)).toBe(of))

  it.each([
    ['product-images', `${product}.png`, product],
    ['product-images', '1763680000000.png', null],
    ['ad-images', '1763680000000.jpeg', '1763680000000'],
    ['ad-images', '1763680000000.mp4', null],
    ['promotional-videos', '1763680000000.mov', '1763680000000'],
    ['promotional-videos', '1763680000000.webp', null],
    ['ad-images', 'x', null],
  ] as const)('in %s under %s is named %s', (bucket, file, name) => expect(readFileName(bucket, file)).toBe(name))

  it.each([
    ['ad-images', '/files/ad-images/ads/1763680000000.webp', true],
    ['ad-images', '/files/ad-images/ads/1763680000000.png', false],
    ['ad-images', '/files/promotional-images/images/1763680000000.webp', false],
    ['promotional-videos', '/files/promotional-videos/videos/1763680000000.mov', true],
    ['promotional-videos', 'https://x.example/a.mov', false],
  ] as const)('%s gave the address %s: %s', (bucket, address, given) => expect(isAddressIn(bucket, address)).toBe(given))

  it('is in a bucket of ours', () => expect(['ad-images', 'constructor', ''].map(isBucket)).toEqual([true, false, false]))
})

const mb = 2 ** 20

describe('uploadRefusal', () => {
  it.each([
    ['picture', 'a.jpg', 'image/jpeg', 10 * mb],
    ['picture', 'a.PNG', 'image/png', 1],
    ['video', 'a.mp4', 'video/mp4', 50 * mb],
    ['video', 'A.AVI', '', 1],
    ['video', 'my.film.AVI', '', 1],
    ['video', 'film', 'video/mp4', 1],
  ] as const)('lets a %s %s of type "%s" go', (kind, name, type, size) => {
    expect(uploadRefusal(kind, { name, type, size })).toBeNull()
  })

  it.each([
    ['picture', 'IMG_1.HEIC', 'image/heic', mb, /HEIC photo.*Most Compatible.*JPG/],
    ['picture', 'IMG_1.heic', '', 20 * mb, /HEIC photo.*Most Compatible/],
    ['picture', 'IMG_1.heif', 'image/heif', mb, /HEIC photo/],
    ['picture', 'a.gif', 'image/gif', mb, /Only JPG, PNG and WebP/],
    ['picture', 'a.pdf', 'application/pdf', mb, /not a picture/],
    ['picture', 'a.jpg', 'image/jpeg', 0, /empty/],
    ['picture', 'a.jpg', 'image/jpeg', 10 * mb + 1, /has 10\.1 MB, and at most 10 MB/],
    ['picture', 'a.jpg', 'image/jpeg', 14.2 * mb, /has 14\.2 MB, and at most 10 MB .* smaller/],
    ['video', 'a.mov', 'video/quicktime', 51 * mb, /has 51 MB, and at most 50 MB .* Shorten/],
    ['video', 'a.jpg', 'image/jpeg', mb, /not a video: choose MP4/],
    ['video', 'mp4.txt', '', mb, /not a video/],
    ['picture', 'heic.txt', 'text/plain', mb, /not a picture/],
    ['picture', 'a.txt', 'x/image', mb, /not a picture/],
    ['picture', 'a.jpg', 'image/jpeg', 11 * mb, /sent\. Save it smaller or as JPG, then choose it again\.$/],
  ] as const)('names what is wrong with a %s %s of type "%s"', (kind, name, type, size, words) => {
    expect(uploadRefusal(kind, { name, type, size })).toMatch(words)
  })
})
