import { describe, expect, it } from 'vitest'
import { onTimePercent, type PromiseOutcome, promiseOutcome } from '#domain/delivery-promise.ts'

describe('promiseOutcome', () => {
  it.each<[string, boolean | null, boolean, boolean, PromiseOutcome | null]>([
    ['one that came by its last day, and the day is not over', true, false, false, 'on_time'],
    ['one that came by its last day', true, true, false, 'on_time'],
    ['one that came after it', false, true, false, 'late'],
    ['one that has not come, on its last day', null, false, true, null],
    ['one that has not come, after it', null, true, true, 'late'],
    ['a parcel with a courier, on its last day', null, false, false, null],
    ['a parcel with a courier, after it', null, true, false, 'not_known'],
  ])('of %s', (_, came_in_time, is_day_over, is_awaited, outcome) => {
    expect(promiseOutcome({ came_in_time, is_day_over, is_awaited })).toBe(outcome)
  })
})

it('says that all were on time only where all were', () => {
  expect(onTimePercent({ on_time: 3, late: 0 })).toBe(100)
  expect(onTimePercent({ on_time: 1999, late: 1 })).toBe(99)
  expect(onTimePercent({ on_time: 2, late: 2 })).toBe(50)
  expect(onTimePercent({ on_time: 0, late: 2 })).toBe(0)
  expect(onTimePercent({ on_time: 0, late: 0 })).toBeNull()
})
