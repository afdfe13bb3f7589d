import { describe, expect, it } from 'vitest'
import { readPeriod } from '#web/affiliate/affiliate-loaders.ts'

describe('readPeriod', () => {
  it('reads days', () => {
    expect(readPeriod(new URLSearchParams('from=2026-11-01&to=2026-11-21'))).toEqual({ from: '2026-11-01', to: '2026-11-21' })
    expect(readPeriod(new URLSearchParams('to=2024-02-29'))).toEqual({ to: '2024-02-29' })
  })

  it.each(['', 'from=', 'from=yesterday', 'to=2026-02-29', 'from=2026-13-01', 'from=2026-1-1', 'from=0000-01-01'])(
    'takes %j for all days',
    (query) => {
      expect(readPeriod(new URLSearchParams(query))).toEqual({})
    },
  )
})
