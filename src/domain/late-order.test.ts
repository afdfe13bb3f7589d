import { expect, it } from 'vitest'
import { lateText } from '#domain/delivery-promise.ts'

const late_at = '2026-11-25T12:00:00.000Z'

it.each([
  ['is late', late_at, '2026-11-25', 'It will be later than promised (Wed 25 Nov).'],
  ['is not late', null, '2026-11-25', null],
  ['was promised for no day', late_at, null, null],
  ['is from before there were promises', null, null, null],
])('the buyer of an order that %s, late at %s and promised to %s, reads %j', (_, late_at, promised_to, said) =>
  expect(lateText({ late_at, promised_to })).toBe(said),
)
