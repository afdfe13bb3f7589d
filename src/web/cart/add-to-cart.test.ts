import { describe, expect, it } from 'vitest'
import { createTapDebouncer } from '#web/cart/add-to-cart.tsx'

describe('a tap', () => {
  it.each<[string, [of: string, at: number][], boolean[]]>([
    ['counts', [['42', 0]], [false]],
    [
      'and its echo count once',
      [
        ['42', 0],
        ['42', 499],
      ],
      [false, true],
    ],
    [
      'half a second later counts',
      [
        ['42', 0],
        ['42', 500],
      ],
      [false, false],
    ],
    [
      'on another thing counts',
      [
        ['42', 0],
        ['43', 100],
      ],
      [false, false],
    ],
    [
      'that goes on counts twice a second',
      [
        ['42', 0],
        ['42', 200],
        ['42', 400],
        ['42', 600],
      ],
      [false, true, true, false],
    ],
  ])('%s', (_, taps, echoes) => {
    let clock = 0
    const isEcho = createTapDebouncer(() => clock)
    expect(
      taps.map(([of, at]) => {
        clock = at
        return isEcho(of)
      }),
    ).toEqual(echoes)
  })
})
