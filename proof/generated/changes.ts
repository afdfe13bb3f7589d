import fc from 'fast-check'
import { hostileValue } from '../../test/hostile-values.ts'
import { rowFor } from './rows.ts'
import { otherCase } from './values.ts'

/** A value with one to three changes at any depth. */
export function changed(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(value, fc.oneof(...[1, 1, 1, 3].map((maxLength) => fc.array(fc.record({ at: fc.nat(30), how: change }), { minLength: 1, maxLength }))))
    .map(([whole, changes]) => changes.reduce((sum, { at, how }) => changeAt(sum, at, how), whole))
}

type Change = { put: unknown } | { spoil: string } | { add: [string, unknown] } | 'drop' | 'wrap' | 'text' | 'case'
const change: fc.Arbitrary<Change> = fc.oneof(
  // In the middle of a text that is right otherwise: no other check comes first.
  {
    weight: 8,
    arbitrary: fc
      .constantFrom('\u0000', '\u0000', '\u0000', '\ud800', '\u202e', '\u200b', '\u0007', '\n', '"', "'", '%', '\\', '😀', 'x'.repeat(20_000))
      .map((spoil) => ({ spoil })),
  },
  { weight: 5, arbitrary: hostileValue.map((put) => ({ put })) },
  { weight: 1, arbitrary: rowFor('').map((put) => ({ put })) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('__proto__', 'constructor', 'is_admin', 'id', 'status', 'total_amount', 'user_id', ' ', 'x'.repeat(500)), hostileValue)
      .map((add) => ({ add })),
  },
  { weight: 4, arbitrary: fc.constantFrom<Change[]>('drop', 'drop', 'wrap', 'text', 'case') },
)

/** Changes the n-th place of a value, counted from the outside and around. */
function changeAt(whole: unknown, at: number, how: Change): unknown {
  const places = placesOf(whole)
  return rebuilt(whole, places[at % places.length] as (string | number)[], how)
}

function placesOf(value: unknown): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [[]]
  const inside = Object.entries(value).flatMap(([key, each]) => placesOf(each).map((rest) => [Array.isArray(value) ? Number(key) : key, ...rest]))
  return inside.length > 0 ? [...inside, []] : [[]]
}

function rebuilt(value: unknown, [first, ...rest]: (string | number)[], how: Change): unknown {
  if (first === undefined) return applied(value, how)
  const dropped = how === 'drop' && rest.length === 0
  if (Array.isArray(value)) return value.flatMap((each, place) => (place !== first ? [each] : dropped ? [] : [rebuilt(each, rest, how)]))
  return Object.fromEntries(
    Object.entries(value as object).flatMap(([key, each]) => (key !== first ? [[key, each]] : dropped ? [] : [[key, rebuilt(each, rest, how)]])),
  )
}

function applied(value: unknown, how: Change): unknown {
  if (how === 'drop') return null
  if (how === 'wrap') return [value]
  if (how === 'text') return typeof value === 'string' ? value : JSON.stringify(value)
  if (how === 'case') return otherCase(value)
  if ('put' in how) return how.put
  if ('spoil' in how) return typeof value === 'string' ? `${value.slice(0, 2)}${how.spoil}${value.slice(2)}` : how.spoil
  const [key, extra] = how.add
  // `fromEntries` makes `__proto__` a field like any other, as JSON has it.
  return Object.fromEntries([...Object.entries(Object(value)), [key, extra]])
}
