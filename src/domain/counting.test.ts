import { expect, it } from 'vitest'
import { formatCount, maxCounted, maxTotal } from './limits.ts'

it('counts exactly up to 10,000, and says when there is more', () => {
  expect([0, 7, 5054, maxCounted, maxCounted + 1].map((count) => formatCount(count))).toEqual(['0', '7', '5,054', '10,000', '10,000+'])
  expect([maxTotal, maxTotal + 1].map((count) => formatCount(count, maxTotal))).toEqual(['1,000', '1,000+'])
})
