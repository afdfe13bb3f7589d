import { describe, expect, it } from 'vitest'
import { type Period, periodQuery, periods, readDay, readPeriod } from '#domain/figures.ts'

const read = (query: string) => readPeriod(new URLSearchParams(query))

describe('a period', () => {
  it.each<[string, Period]>([
    ['', { name: 'all' }],
    ['range=7d', { name: '7d' }],
    ['range=today', { name: 'today' }],
    ['range=constructor', { name: 'all' }],
    ['range=own', { name: 'all' }],
    ['range=own&range_from=2026-02-30', { name: 'all' }],
    ['range=own&range_from=2026-11-01', { name: 'own', from: '2026-11-01', to: null }],
    ['range=own&range_from=2026-11-20&range_to=2026-11-01', { name: 'own', from: '2026-11-01', to: '2026-11-20' }],
    ['range=own&range_from=2026-11-20&range_to=2026-11-20', { name: 'own', from: '2026-11-20', to: '2026-11-20' }],
    ['range_from=2026-11-20', { name: 'all' }],
    ['range=lost&range_from=2026-11-20', { name: 'all' }],
  ])('reads %s', (query, period) => {
    expect(read(query)).toEqual(period)
  })

  it('is written so that it is read again', () => {
    const all: Period[] = [
      ...Object.keys(periods).map((name) => ({ name }) as Period),
      { name: 'own', from: '2026-11-01', to: '2026-11-20' },
      { name: 'own', from: null, to: '2026-11-20' },
    ]
    for (const period of all) expect(readPeriod(new URLSearchParams(periodQuery(period)))).toEqual(period)
  })

  it('needs no query for all time', () => expect(periodQuery({ name: 'all' })).toEqual({}))

  it('knows days that exist', () => {
    expect(readDay('2028-02-29')).toBe('2028-02-29')
    for (const text of [null, '', '2027-02-29', '2026-1-1', '1999-01-01', "2026-11-21'"]) expect(readDay(text)).toBeNull()
  })
})
