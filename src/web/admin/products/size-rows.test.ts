import { describe, expect, it } from 'vitest'
import { readSizeRows, rowsAfterConflict, rowsOf, runRefusal, withRow, withRun } from '#web/admin/products/size-rows.ts'

const present = [
  { label: '40', stock: 3 },
  { label: '41', stock: 0 },
]
const shown = (rows: ReturnType<typeof rowsOf>) => rows.map(({ label, stock, seen }) => [label, stock, seen])

describe('the sizes of a product form', () => {
  it('begin as the shelf has them; a plain stock is none of them', () => {
    expect(shown(rowsOf([{ label: 'One size', stock: 7 }, ...present]))).toEqual([
      ['40', '3', 3],
      ['41', '0', 0],
    ])
  })

  it('come back from the fields of a form, whatever else was sent', () => {
    const sent = {
      name: 'x',
      'size.1.label': '41',
      'size.1.stock': '2',
      'size.0.label': '40',
      'size.0.seen': '3',
      'size.0.remove': 'on',
      'size.x.label': '1',
      'size.2.seen': '9',
    }
    expect(readSizeRows(sent)).toEqual([
      { at: 0, label: '40', stock: '', seen: 3, isRemoved: true },
      { at: 1, label: '41', stock: '2', seen: null, isRemoved: false },
    ])
  })

  it('are filled by a run: what is missing is added in order, what is there stays', () => {
    expect(shown(withRun(withRow(rowsOf(present)), 39, 42, '5'))).toEqual([
      ['39', '5', null],
      ['40', '3', 3],
      ['41', '0', 0],
      ['42', '5', null],
    ])
  })

  it('that were taken away come back with a run', () => {
    const rows = rowsOf(present).map((row) => ({ ...row, isRemoved: row.label === '41' }))
    expect(withRun(rows, 40, 41, '5')).toMatchObject([{ label: '40' }, { label: '41', stock: '5', seen: 0, isRemoved: false }])
  })

  it('keep their fields apart', () => {
    const rows = withRun(withRow(rowsOf(present), 'UK 7', '1'), 36, 45, '0')
    expect(new Set(rows.map(({ at }) => at)).size).toBe(rows.length)
    expect(rows.at(-1)).toMatchObject({ label: 'UK 7' })
  })

  it('show what moved meanwhile, keep what was typed, and mean the new numbers from then on', () => {
    const typed = rowsOf(present).map((row) => ({ ...row, stock: '9' }))
    const moved = [{ label: '40', stock: 1 }, present[1] as { label: string; stock: number }, { label: '44', stock: 6 }]
    expect(rowsAfterConflict(withRow(typed, '43', '2'), moved)).toMatchObject([
      { label: '40', stock: '9', seen: 1, now: 1 },
      { label: '41', stock: '9', seen: 0 },
      { label: '43', stock: '2', seen: null },
      { label: '44', stock: '6', seen: 6, now: 6 },
    ])
  })

  it('take the new number where nobody typed one: what was sold meanwhile does not come back', () => {
    const [forty, other] = rowsOf(present)
    const rows = [forty, { ...other, stock: '5' }] as ReturnType<typeof rowsOf>
    const moved = present.map(({ label, stock }) => ({ label, stock: stock + 12 }))
    expect(rowsAfterConflict(rows, moved)).toMatchObject([
      { label: '40', stock: '15', seen: 15, now: 15 },
      { label: '41', stock: '5', seen: 12, now: 12 },
    ])
  })
})

describe('a run of sizes', () => {
  it.each([
    ['36', '45', '', null],
    ['38', '38', '3', null],
    ['45', '36', '3', 'Enter the smaller size first.'],
    ['', '45', '3', 'Enter whole sizes, such as 36 to 45.'],
    ['36.5', '45', '3', 'Enter whole sizes, such as 36 to 45.'],
    ['1', '99', '3', 'Fill at most 30 sizes at once.'],
    ['36', '45', 'many', 'Enter a whole number of pairs.'],
  ])('from %j to %j with %j pairs of each: %j', (from, to, stock, refusal) => expect(runRefusal(from, to, stock)).toBe(refusal))
})
