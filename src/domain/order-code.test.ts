import { describe, expect, it } from 'vitest'
import { parseShortLink, readShortCode, shortKey, shortLinkPath } from '#domain/order-code.ts'

const link = { code: '3f9a21c8', key: 'Zm9vYmFy_mF6cX-4' }

describe('a short link', () => {
  it('holds the first 96 bits of the key', () => {
    const bytes = Buffer.from(Array.from({ length: 32 }, (_, at) => 255 - at * 7))
    expect(Buffer.from(shortKey(bytes.toString('base64url')), 'base64url')).toEqual(bytes.subarray(0, 12))
  })

  it('is read as it was written', () => {
    expect(shortLinkPath(link)).toBe('/o/3f9a21c8.Zm9vYmFy_mF6cX-4')
    expect(parseShortLink('3f9a21c8.Zm9vYmFy_mF6cX-4')).toEqual(link)
  })

  it.each(['', '3f9a21c8', '3f9a21c8.', '3f9a21c8.short', '3F9A21C8.Zm9vYmFy_mF6cX-4', '3f9a21c8.Zm9vYmFy_mF6cX-44', '3f9a21c8.Zm9vYmFy+mF6cX/4'])(
    '%j is none',
    (text) => expect(parseShortLink(text)).toBeNull(),
  )
})

describe('a short code', () => {
  it.each(['3f9a21c8', ' 3F9A21C8 ', '#3f9a21c8', '# 3f9a 21c8', '3f9a21c8-0d2e-4f5a-9b1c-2d3e4f5a6b7c'])('is read from %j', (text) =>
    expect(readShortCode(text)).toBe('3f9a21c8'),
  )
  it.each(['', '3f9a21c', '3f9a21c88', 'order 3f9a21c8', '3f9a21cg', "3f9a21c8' or 1=1", '%'])('is not %j', (text) =>
    expect(readShortCode(text)).toBeNull(),
  )
})
