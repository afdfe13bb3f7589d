import { describe, expect, it } from 'vitest'
import { nairobiTimestamp, readNairobiTimestamp } from './request-bodies.ts'

describe('nairobi time', () => {
  it.each([
    ['2026-11-20T20:59:59.999Z', '20261120235959'],
    ['2026-11-20T21:00:00.000Z', '20261121000000'],
    ['2026-12-31T21:00:00.000Z', '20270101000000'],
    ['2028-02-28T21:30:05.000Z', '20280229003005'],
    ['2026-07-01T00:00:00.000Z', '20260701030000'],
  ])('writes %s as %s', (instant, written) => {
    expect(nairobiTimestamp(Date.parse(instant))).toBe(written)
  })

  it('reads back what it writes, to the second', () => {
    expect(readNairobiTimestamp('20191219102115')).toEqual(new Date('2019-12-19T07:21:15Z'))
    expect(readNairobiTimestamp('20270101000000')).toEqual(new Date('2026-12-31T21:00:00Z'))
  })

  it.each(['', '2019121910211', '201912191021150', '20260230120000', '20261301000000', '20260101240000', '00000101000000', '2026-01-01 00:0', 'now'])(
    'does not read %j',
    (text) => {
      expect(readNairobiTimestamp(text)).toBeNull()
    },
  )
})
