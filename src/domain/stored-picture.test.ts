import { expect, it } from 'vitest'
import { isPreview, isStoredPicture, pictureSources, previewPicture, previewUrl } from '#domain/stored-picture.ts'

const picture = '/files/product-images/products/1.webp'

it('has its widths in both formats', () =>
  expect(pictureSources(picture)).toEqual({
    avif: '/files/product-images/products/1-400.avif 400w, /files/product-images/products/1-800.avif 800w, /files/product-images/products/1-1200.avif 1200w',
    webp: '/files/product-images/products/1-400.webp 400w, /files/product-images/products/1.webp 800w',
  }))

it('of another site has no widths and no preview', () => {
  expect(pictureSources('https://x.example/a.webp')).toBeNull()
  expect(previewPicture('https://x.example/a.webp')).toBeNull()
})

it('has a preview if it is of a product', () => {
  expect(previewPicture(picture)).toBe('/files/product-images/products/1-og.jpg')
  expect(previewPicture(picture.replace('product', 'ad'))).toBeNull()
  expect(previewPicture('/files/product-images/a.svg')).toBeNull()
  expect(previewUrl('7f3c', '2')).toBe('/previews/7f3c-2.jpg')
  expect([isPreview('/previews/7f3c-2.jpg'), isPreview(picture)]).toEqual([true, false])
})

it.each([
  [picture, true],
  [picture.replace('1.', '../1.'), false],
  ['/files/receipts/1.webp', false],
])('%s may be one of ours: %s', (address, ours) => expect(isStoredPicture(address)).toBe(ours))
