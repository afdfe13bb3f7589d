import { describe, expect, it } from 'vitest'
import { formatCount, rankingSentence, sentenceOf, stepName, stepTick, successRate } from '#ui/shop/chart-words.ts'

describe('the words of a chart', () => {
  it('name its columns', () => {
    expect(stepName('day', '2026-11-02')).toBe('2 Nov 2026')
    expect(stepName('week', '2026-11-02')).toBe('Week of 2 Nov 2026')
    expect(stepName('month', '2026-11-01')).toBe('Nov 2026')
    expect(stepTick('day', '2026-11-02')).toBe('2 Nov')
    expect(stepTick('month', '2026-11-01')).toBe('Nov 2026')
  })

  it('say it in one sentence', () => {
    const bars = [
      { label: '1 Nov', value: 2 },
      { label: '2 Nov', value: 1500 },
    ]
    expect(sentenceOf('Orders', bars, formatCount)).toBe('Orders: 1,502 in all, most 2 Nov: 1,500.')
    expect(sentenceOf('Orders', [{ label: '1 Nov', value: 0 }], formatCount)).toBe('Orders: nothing in this period.')
    expect(rankingSentence('Best sellers', bars.toReversed(), formatCount)).toBe('Best sellers: 2 Nov leads with 1,500, then 1 Nov 2.')
    expect(rankingSentence('Best sellers', [], formatCount)).toBe('Best sellers: nothing in this period.')
  })

  it('know how many prompts were paid', () => {
    expect(successRate({ paid: 3, failed: 1 })).toBe(75)
    expect(successRate({ paid: 0, failed: 0 })).toBeNull()
  })
})
