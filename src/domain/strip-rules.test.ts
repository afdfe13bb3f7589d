import { describe, expect, it } from 'vitest'
import { displayMilliseconds, stripHref } from '#domain/strip-rules.ts'

describe('the strip', () => {
  it.each([
    [false, false, 5000],
    [true, false, 15_000],
    [true, true, 5000],
  ])('shows an ad (sponsored: %s, opened: %s) for %i ms', (isSponsored, isOpened, ms) =>
    expect(displayMilliseconds({ isSponsored }, isOpened)).toBe(ms),
  )

  it.each([
    ['https://shop.example/category/heels?size=40#top', '/category/heels?size=40#top'],
    ['https://SHOP.example', '/'],
    ['https://shop.example:443/a', '/a'],
    ['http://shop.example/a', 'http://shop.example/a'],
    ['https://shop.example.evil.example/a', 'https://shop.example.evil.example/a'],
    ['https://shop.example//evil.example', 'https://shop.example//evil.example'],
    ['https://other.example/a', 'https://other.example/a'],
    ['not an address', 'not an address'],
  ])('leads from %s to %s', (address, way) => expect(stripHref(address, 'https://shop.example')).toBe(way))
})
