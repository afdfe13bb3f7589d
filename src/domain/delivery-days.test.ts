import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ClosedDays, promisedDays } from '#domain/delivery-options.ts'
import { type Day, dayAt, formatDays } from '#domain/nairobi-time.ts'

const open: ClosedDays = new Set()
const options = { days_from: 1, days_to: 2, cut_off: 14 * 60 }
const at = (local: string) => new Date(`${local}:00+03:00`)
const promise = (local: string, option = options, closed = open) => formatDays(promisedDays(at(local), option, closed))

describe('the promised days', () => {
  it.each([
    ['before the cut-off hour', '2026-11-23T13:59', 'Tue 24 - Wed 25 Nov'],
    ['at the cut-off hour', '2026-11-23T14:00', 'Wed 25 - Thu 26 Nov'],
    ['half an hour after it', '2026-11-23T14:30', 'Wed 25 - Thu 26 Nov'],
    ['over a Sunday', '2026-11-27T09:00', 'Sat 28 - Mon 30 Nov'],
    ['of an order on a Sunday', '2026-11-29T09:00', 'Tue 1 - Wed 2 Dec'],
    ['late on a Saturday', '2026-11-28T20:00', 'Tue 1 - Wed 2 Dec'],
    ['across two months', '2026-11-28T09:00', 'Mon 30 Nov - Tue 1 Dec'],
  ])('%s', (_, local, said) => expect(promise(local)).toBe(said))

  it('leave out holidays, also at the turn of the year', () => {
    const holidays = new Set(['2026-12-25', '2026-12-26', '2027-01-01'])
    expect(promise('2026-12-24T10:00', options, holidays)).toBe('Mon 28 - Tue 29 Dec')
    expect(promise('2026-12-31T10:00', options, holidays)).toBe('Sat 2 - Mon 4 Jan')
  })

  it('are one day where both ends are the same, today too', () => {
    expect(promise('2026-11-23T08:00', { days_from: 0, days_to: 0, cut_off: 12 * 60 })).toBe('Mon 23 Nov')
    expect(promise('2026-11-23T12:00', { days_from: 0, days_to: 0, cut_off: 12 * 60 })).toBe('Tue 24 Nov')
  })

  it('are days of Nairobi, whatever the clock of the server', () => {
    expect(promisedDays(new Date('2026-11-23T21:30:00Z'), { days_from: 0, days_to: 0, cut_off: 60 }, open).from).toBe('2026-11-24')
  })

  it('end in a calendar that is closed for good: each of the three days is looked for in 366 days', () => {
    const closed = { has: () => true } as unknown as ClosedDays
    expect(promisedDays(at('2026-11-23T08:00'), options, closed)).toEqual({ from: '2028-11-24', to: '2029-11-25' })
  })

  const instants = fc.date({ min: new Date('2026-01-01'), max: new Date('2032-01-01'), noInvalidDate: true })
  const times = fc
    .record({ days_from: fc.nat(10), more: fc.nat(10), cut_off: fc.nat(1440) })
    .map(({ more, ...time }) => ({ ...time, days_to: time.days_from + more }))
  const calendars = fc.array(fc.nat(60), { maxLength: 20 })

  it('are working days in order, never before the order, and a later order never arrives earlier', () => {
    fc.assert(
      fc.property(instants, fc.nat(5 * 1440), times, calendars, (instant, minutes, time, offsets) => {
        const closed = new Set<Day>(offsets.map((days) => dayAt(new Date(instant.getTime() + days * 86_400_000))))
        const { from, to } = promisedDays(instant, time, closed)
        expect([from, to].every((day) => new Date(`${day}T12:00:00Z`).getUTCDay() !== 0 && !closed.has(day))).toBe(true)
        expect(dayAt(instant) <= from && from <= to).toBe(true)
        const later = promisedDays(new Date(instant.getTime() + minutes * 60_000), time, closed)
        expect(later.from >= from && later.to >= to).toBe(true)
        // Working days from the first to the last are as many as the option says.
        let count = 0
        for (let day = Date.parse(from); day < Date.parse(to); day += 86_400_000) {
          const name = new Date(day).toISOString().slice(0, 10)
          if (new Date(day).getUTCDay() !== 0 && !closed.has(name)) count++
        }
        expect(count).toBe(time.days_to - time.days_from)
      }),
    )
  })
})

it.each([
  ['2026-11-23T20:59:59.999Z', '2026-11-23'],
  ['2026-11-23T21:00:00.000Z', '2026-11-24'],
])('at %s it is %s in Nairobi', (instant, day) => expect(dayAt(new Date(instant))).toBe(day))
