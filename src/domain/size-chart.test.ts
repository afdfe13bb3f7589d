import { describe, expect, it } from 'vitest'
import { type ChartRow, readSizeChart, toEu } from '#domain/search.ts'

const row = (EU: string, UK: string, women: string | null, men: string | null): ChartRow => ({ EU, UK, 'US women': women, 'US men': men, cm: null })
const chart = [row('40', '6.5', '9', '7.5'), row('41', '7.5', '10', '8.5'), row('42', '8', '10.5', '9'), row('45', '10.5', null, '11.5')]

describe('a size of another system', () => {
  it.each([
    ['UK', '8', null, ['42']],
    ['UK', '8.0', null, ['42']],
    ['UK', '7', null, ['40', '41']],
    ['UK', '20', null, []],
    ['US', '9', 'men', ['42']],
    ['US', '9', 'women', ['40']],
    ['US', '9', null, ['40', '42']],
    ['US', '8', 'men', ['40', '41']],
    ['UK', '8', 'kids', []],
  ] as const)('%s %s for %s is %j', (system, label, audience, labels) => expect(toEu(chart, { system, label }, audience)).toEqual(labels))

  it('is unknown without a chart', () => expect(toEu([], { system: 'UK', label: '8' }, null)).toEqual([]))
})

it('is read from a table, with the rows that have a size of ours', () => {
  const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td> ${cell} </td>`).join('')}</tr>`
  expect(readSizeChart(`<table>${row('<b>EU</b>', 'UK')}${row('42', '8')}${row('–', '9')}${row('43')}</table>`)).toEqual([
    { EU: '42', UK: '8', 'US women': null, 'US men': null, cm: null },
    { EU: '43', UK: null, 'US women': null, 'US men': null, cm: null },
  ])
  expect(readSizeChart('')).toEqual([])
})
