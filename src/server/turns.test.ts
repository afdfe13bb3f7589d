import { describe, expect, it } from 'vitest'
import { processLimits } from '#domain/limits.ts'
import { createTurns } from '#server/turns.ts'

const { most, seconds } = processLimits.search_address
const tooMany = (retryAfter: number) => expect.objectContaining({ code: 'too_many', details: expect.objectContaining({ retryAfter }) })

describe('turns of one process', () => {
  it('are as many as the limit says, for each visitor and each limit apart, and begin anew', () => {
    let now = 1_000_000
    const turns = createTurns(() => now)
    const search = (key: string | null = '41.90.1.2') => turns.take('search_address', key)
    for (let turn = 0; turn < most; turn++) search()
    expect(() => search()).toThrow(tooMany(seconds))
    now += 20_000
    expect(() => search()).toThrow(tooMany(seconds - 20))
    search('41.90.1.3')
    turns.take('page_address', '41.90.1.2')
    now += 40_000
    for (let turn = 0; turn < most; turn++) search()
    expect(() => search()).toThrow(tooMany(seconds))
  })

  it('are not counted where nobody knows who asks', () => {
    const turns = createTurns(() => 0)
    expect(() => {
      for (let turn = 0; turn < most * 2; turn++) turns.take('search_address', null)
    }).not.toThrow()
  })
})
