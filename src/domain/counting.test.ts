import { expect, it } from 'vitest'
import { formatCount, maxCounted } from './counting.ts'

it('counts exactly up to 10,000, and says when there is more', () => {
  expect([0, 7, 5054, maxCounted, maxCounted + 1].map(formatCount)).toEqual(['0', '7', '5,054', '10,000', '10,000+'])
})
