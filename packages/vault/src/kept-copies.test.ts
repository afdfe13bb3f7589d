import { expect, it } from 'vitest'
import { keptCopies } from './kept-copies.ts'

const copyOf = (day: number) => ({ endedAt: new Date(Date.UTC(2026, 0, 1, 0, 5) + day * 86_400_000) })

it('keeps seven days, four weeks and six months of a year of nights, and can replay from the oldest of the days', () => {
  const copies = Array.from({ length: 365 }, (_, day) => copyOf(day))
  const { keep, replayableFrom } = keptCopies(copies)
  const days = keep.map(({ endedAt }) => endedAt.toISOString().slice(0, 10))
  // The last is Thursday, 31 December; the Sundays before it end their weeks.
  expect(days).toEqual([
    ...['2026-07-31', '2026-08-31', '2026-09-30', '2026-10-31', '2026-11-30', '2026-12-13', '2026-12-20'],
    ...['2026-12-25', '2026-12-26', '2026-12-27', '2026-12-28', '2026-12-29', '2026-12-30', '2026-12-31'],
  ])
  expect(replayableFrom).toBe(copies[358])
})

it('keeps the newest of a day in Nairobi, whatever their order, and nothing of nothing', () => {
  const [late, later, next] = ['2026-11-22T20:58:00Z', '2026-11-22T20:59:00Z', '2026-11-22T21:01:00Z'].map((at) => ({ endedAt: new Date(at) }))
  expect(keptCopies([next!, late!, later!])).toEqual({ keep: [later, next], replayableFrom: later })
  expect(keptCopies([])).toEqual({ keep: [], replayableFrom: null })
})

it('keeps all of the last day, since the newest may be of after a mistake', () => {
  const [yesterday, before, night, upgrade] = ['2026-11-21T00:10:00Z', '2026-11-21T09:00:00Z', '2026-11-22T00:10:00Z', '2026-11-22T11:00:00Z'].map(
    (at) => ({
      endedAt: new Date(at),
    }),
  )
  expect(keptCopies([yesterday!, before!, night!, upgrade!])).toEqual({ keep: [before, night, upgrade], replayableFrom: before })
  expect(keptCopies([night!, upgrade!])).toEqual({ keep: [night, upgrade], replayableFrom: night })
})

it('counts a copy of midnight itself to the day that begins', () => {
  const copies = ['2026-11-24T20:59:00Z', '2026-11-24T21:00:00Z', '2026-11-25T08:00:00Z'].map((at) => ({ endedAt: new Date(at) }))
  expect(keptCopies(copies)).toEqual({ keep: copies, replayableFrom: copies[0] })
})

it('begins a day and a week at midnight in Nairobi', () => {
  const [sunday, monday] = ['2026-10-25T20:59:59Z', '2026-10-25T21:00:00Z'].map((at) => ({ endedAt: new Date(at) }))
  expect(keptCopies([sunday!, monday!])).toEqual({ keep: [sunday, monday], replayableFrom: sunday })
  const after = ['2026-10-31', '2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05', '2026-11-06'].map((day) => ({
    endedAt: new Date(day),
  }))
  expect(keptCopies([sunday!, monday!, ...after]).keep).toEqual([sunday, ...after])
})
