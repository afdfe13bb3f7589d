import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvLine, plainCell } from '#domain/csv.ts'

describe('a line of CSV', () => {
  it.each<[(string | number | null)[], string]>([
    [['a', 1, -2.5, null], 'a,1,-2.5,\r\n'],
    [['=HYPERLINK("x")'], '"\'=HYPERLINK(""x"")"\r\n'],
    [['+254', '-1', '@cmd', '\tx', '\rx'], '"\'+254","\'-1","\'@cmd","\'\tx","\'\rx"\r\n'],
    [['a,b', 'say "so"', 'two\nlines'], '"a,b","say ""so""","two\nlines"\r\n'],
  ])('%j', (cells, line) => expect(csvLine(cells)).toBe(line))

  it('never begins a cell of text like a formula', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), (text) => {
        const cell = csvLine([text]).slice(0, -2)
        expect(cell.replace(/^"/, '')).not.toMatch(/^[=+\-@\t\r]/)
      }),
    )
  })

  it.each(['=1+1', "'=1+1", "''-x", "'quoted'", "'", '-5 %', '\ttab', 'plain'])('can be taken back: %j', (text) => {
    const cell = csvLine([text]).slice(0, -2)
    expect(plainCell(cell.startsWith('"') ? cell.slice(1, -1) : cell)).toBe(text)
  })
})
