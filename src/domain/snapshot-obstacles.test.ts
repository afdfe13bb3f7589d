import { expect, it } from 'vitest'
import { type ObstacleName, obstacleSentence } from '#domain/user-data.ts'

it.each<[ObstacleName, string[] | number, string | null]>([
  ['lines', 0, null],
  ['orders', [], null],
  ['lines', 1, 'The product of 1 line, or its size, is gone.'],
  ['lines', 1200, 'The products of 1,200 lines, or their sizes, are gone.'],
  ['receipts', ['QKJ4XT81ZP was used by order 1a2b3c4d'], 'Receipt QKJ4XT81ZP was used by order 1a2b3c4d.'],
  ['orders', ['a', 'b'], 'Orders a and b are in the shop already.'],
  ['orders', ['1', '2', '3', '4', '5'], 'Orders 1, 2, 3, 4 and 5 are in the shop already.'],
  ['orders', ['1', '2', '3', '4', '5', '6', '7'], 'Orders 1, 2, 3, 4, 5 and 2 more are in the shop already.'],
  ['old', 1, 'This snapshot is older than putting back: it holds too little for it. It can still be downloaded.'],
])('%s %j', (name, what, text) => expect(obstacleSentence(name, what)).toBe(text))
