import { expect, it } from 'vitest'
import { readSizesCell, sizesCell } from '#domain/product-csv.ts'

it.each([
  [
    '36=3|37=0',
    [
      { label: '36', stock: 3 },
      { label: '37', stock: 0 },
    ],
  ],
  [
    ' 36 = 3 | 37=0 | ',
    [
      { label: '36', stock: 3 },
      { label: '37', stock: 0 },
    ],
  ],
  ['👟=3', [{ label: '👟', stock: 3 }]],
  ['6\\|7=1', [{ label: '6|7', stock: 1 }]],
  ['36=3|36=1', 'Name each size once; 36 stands twice.'],
  [`${'x'.repeat(50)}`, `Enter pairs of each size like 36=3|37=0; "${'x'.repeat(40)}" is not.`],
])('%s is read as %j', (text, sizes) => {
  expect(readSizesCell(text)).toEqual(sizes)
  if (Array.isArray(sizes)) expect(readSizesCell(sizesCell(sizes))).toEqual(sizes)
})
