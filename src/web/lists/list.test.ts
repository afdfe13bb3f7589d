import { describe, expect, it } from 'vitest'
import { retainedRows } from '#web/lists/list.tsx'

const rows = (ids: string) => [...ids].map((id) => ({ id }))
const idsOf = (shown: { id: string }[]) => shown.map(({ id }) => id).join('')

describe('rows that an act took out of a list', () => {
  it.each([
    ['the first', 'abcd', 'bcd', 'abcd'],
    ['one between', 'abcd', 'acd', 'abcd'],
    ['the last, while another page follows', 'abcd', 'abcef', 'abcdef'],
    ['neighbours', 'abcd', 'ad', 'abcd'],
    ['all of them', 'abc', '', 'abc'],
    ['none, and a newer one on top', 'abc', 'nabc', 'nabc'],
    ['the first, with a newer one on top', 'abc', 'nbc', 'anbc'],
  ])('%s stays in its place', (_, before, now, shown) => {
    expect(idsOf(retainedRows(rows(before), rows(now)))).toBe(shown)
  })

  it('shows a row that is still there as it is now', () => {
    expect(retainedRows([{ id: 'a', status: 'paid' }], [{ id: 'a', status: 'shipped' }])).toEqual([{ id: 'a', status: 'shipped' }])
  })
})
