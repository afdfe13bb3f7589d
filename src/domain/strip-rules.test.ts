import { describe, expect, it } from 'vitest'
import { displayMilliseconds, millisecondsToMove, stripHref } from '#domain/strip-rules.ts'

describe('the strip', () => {
  it.each([
    [false, false, 5000],
    [true, false, 15_000],
    [true, true, 5000],
  ])('shows an ad (sponsored: %s, opened: %s) for %i ms', (isSponsored, isOpened, ms) =>
    expect(displayMilliseconds({ isSponsored }, isOpened)).toBe(ms),
  )

  it('moves every five seconds, and half a beat apart from the carousel wherever the two began', () => {
    const movesOf = (carousel: 'strip' | 'carousel', stay: number, start: number) => {
      const moves: number[] = []
      for (let now = start; now < 60_000; moves.push(now)) now += millisecondsToMove(carousel, stay, now) + 3
      return moves
    }
    const waits = (moves: number[]) => moves.slice(1).map((at, place) => Math.round((at - (moves[place] as number)) / 100) * 100)
    expect([millisecondsToMove('strip', 5000, 0), millisecondsToMove('carousel', 5000, 0)]).toEqual([5000, 7500])
    for (const start of [0, 130, 2400, 2500, 4700, 9999]) {
      const [first = 0, ...others] = movesOf('strip', 5000, start)
      expect(first - start).toBeGreaterThanOrEqual(4500)
      expect(first - start).toBeLessThan(9600)
      expect(new Set(waits([first, ...others]))).toEqual(new Set([5000]))
      expect(new Set(waits(movesOf('strip', 15_000, start)))).toEqual(new Set([15_000]))
      const carousel = movesOf('carousel', 5000, 777)
      for (const at of others) expect(Math.min(...carousel.map((other) => Math.abs(other - at)))).toBeGreaterThan(2400)
    }
  })

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
