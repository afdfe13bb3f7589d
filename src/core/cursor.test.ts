import { describe, expect, it } from 'vitest'
import { isRowNumber, readCursor, type SortKey, writeCursor } from '#core/page-of.ts'

const id = '3f9a21c8-0000-4000-8000-000000000000'
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('a cursor', () => {
  it.each<[SortKey, string]>([
    ['number', '4500.00'],
    ['number', '15'],
    ['instant', '2026-11-21 00:28:03.123456+00'],
    ['instant', '2024-02-29 23:59:59+00'],
  ])('for a list by %s keeps %s', (sortKey, key) => expect(readCursor(writeCursor([key, id]), sortKey)).toEqual([key, id]))

  it.each<[SortKey, string]>([
    ['number', encoded(['2026-11-21 00:28:03+00', id])],
    ['instant', encoded(['4500.00', id])],
    ['instant', encoded(['2026-02-31 00:00:00+00', id])],
    ['instant', encoded(['2026-99-99 99:99:99+00', id])],
    ['instant', encoded(['0000-01-01 00:00:00+00', id])],
    ['instant', encoded(['2026-11-21 00:28:03+03', id])],
    ['number', encoded(["1' or true --", id])],
    ['number', encoded(['1', 'not-an-id'])],
    ['number', encoded([1, id])],
    ['number', encoded(['1', id, 'more'])],
    ['number', encoded({ '0': '1', '1': id })],
    ['number', encoded(null)],
    ['number', ''],
    ['number', '%%%'],
    ['number', 'a'.repeat(10_000)],
  ])('for a list by %s refuses %s', (sortKey, cursor) =>
    expect(() => readCursor(cursor, sortKey)).toThrow(expect.objectContaining({ code: 'malformed' })),
  )

  it('is for rows with numbers where the list says so', () => {
    const key = '2026-11-21 00:28:03.123456+00'
    expect(readCursor(writeCursor([key, '1048576']), 'instant', isRowNumber)).toEqual([key, '1048576'])
    for (const wrong of [id, '0', '-1', '1e3', '', '9'.repeat(19)])
      expect(() => readCursor(writeCursor([key, wrong]), 'instant', isRowNumber)).toThrow(expect.objectContaining({ code: 'malformed' }))
  })
})
