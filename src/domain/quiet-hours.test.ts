import { expect, it } from 'vitest'
import { isQuiet, readMinute, usualQuietHours, writeMinute } from '#domain/alert.ts'

it.each([
  ['21:59', false],
  ['22:00', true],
  ['00:00', true],
  ['05:59', true],
  ['06:00', false],
])('at %s from ten to six: %s', (time, quiet) => expect(isQuiet(readMinute(time) as number, { from: 1320, until: 360 })).toBe(quiet))

it.each([
  ['07:59', false],
  ['08:00', true],
  ['16:59', true],
  ['17:00', false],
])('at %s from eight to five: %s', (time, quiet) => expect(isQuiet(readMinute(time) as number, { from: 480, until: 1020 })).toBe(quiet))

it('is quiet from 10 PM to 6 AM for those who have chosen nothing', () =>
  expect([usualQuietHours.from, usualQuietHours.until].map(writeMinute)).toEqual(['22:00', '06:00']))

it('is never quiet where nothing is chosen', () => expect(isQuiet(0, null)).toBe(false))

it.each(['00:00', '06:05', '23:59'])('%s is read as it is written', (time) => expect(writeMinute(readMinute(time) as number)).toBe(time))
it('seconds that browsers add are left out', () => expect(readMinute(' 22:30:00 ')).toBe(1350))
it.each(['24:00', '6:00', '12:60', '12', '', '12:00:30'])('%j is no time', (text) => expect(readMinute(text)).toBeNull())
