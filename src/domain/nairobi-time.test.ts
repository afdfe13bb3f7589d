import { describe, expect, it } from 'vitest'
import { formatDate, formatDateTime, formatTime, readLocalTime, writeLocalTime } from '#domain/nairobi-time.ts'

describe('the time of Nairobi', () => {
  it.each([
    ['2026-11-20T13:52:00Z', '4:52 PM'],
    ['2026-11-20T09:05:59Z', '12:05 PM'],
    ['2026-11-20T21:00:00Z', '12:00 AM'],
    ['2026-11-20T05:07:00.123Z', '8:07 AM'],
  ])('%s is %s', (iso, time) => expect(formatTime(iso)).toBe(time))

  it.each([
    ['2026-11-20T13:52:00Z', '20 Nov 2026, 4:52 PM'],
    ['2026-12-31T21:30:00Z', '1 Jan 2027, 12:30 AM'],
  ])('%s is %s', (iso, date) => expect(formatDateTime(iso)).toBe(date))

  it('has a new year three hours before UTC', () => expect(formatDate('2026-12-31T21:30:00Z')).toBe('1 Jan 2027'))
})

describe('a time as people type it', () => {
  it('is read in Nairobi, with or without seconds, and written the same', () => {
    expect(readLocalTime('2026-11-22 14:32')).toEqual(new Date('2026-11-22T11:32:00Z'))
    expect(writeLocalTime(readLocalTime('2026-01-01 00:30:05') as Date)).toBe('2026-01-01 00:30:05')
  })

  it.each(['', 'yesterday', '2026-11-22', '2026-11-22T14:32', '2026-02-30 14:32', '2026-11-22 25:00', '22.11.2026 14:32'])('is not %s', (text) => {
    expect(readLocalTime(text)).toBeUndefined()
  })
})
