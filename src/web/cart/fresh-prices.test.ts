import { describe, expect, it } from 'vitest'
import type { CartLine } from '#domain/cart.ts'
import { applyOffers, maxLines, readLines } from '#web/cart/fresh-prices.ts'

const id = 'e8e67e7e-462f-4a6d-9d72-5637f6761f0d'

describe('readLines', () => {
  it('reads ids and sizes', () => {
    expect(
      readLines(
        new URLSearchParams([
          ['line', `${id}~42`],
          ['line', `${id}~One size`],
        ]),
      ),
    ).toEqual([
      { id, size: '42' },
      { id, size: 'One size' },
    ])
  })

  it.each([`${id}`, `${id}~`, 'x~42', `${id}~${'4'.repeat(41)}`, `${id}~<b>`, `${id}~4\u00002`])('leaves %j out', (text) => {
    expect(readLines(new URLSearchParams([['line', text]]))).toEqual([])
  })

  it('reads no more than it may', () => {
    const many = new URLSearchParams(Array.from({ length: 200 }, () => ['line', `${id}~42`]))
    expect(readLines(many)).toHaveLength(maxLines)
  })
})

describe('applyOffers', () => {
  it('takes the fresh price, and tells of it', () => {
    const { cart, notes } = applyOffers([line('a')], [line('a')], [{ ...offer('a'), price: 4000 }])
    expect(cart[0]?.price).toBe(4000)
    expect(notes).toEqual(['Shoe a, size 42 now costs KSh 4,000.'])
  })

  it('leaves alone what was put in while the shelf was asked', () => {
    const late = line('b')
    const { cart, notes } = applyOffers([line('a'), late], [line('a')], [offer('a')])
    expect(cart.map((each) => each.id)).toEqual(['a', 'b'])
    expect(cart[1]).toBe(late)
    expect(notes).toEqual([])
  })

  it('does not bring back what was taken out meanwhile', () => {
    expect(applyOffers([], [line('a')], [offer('a')]).cart).toEqual([])
  })

  it('takes out what has sold out, and tells of it', () => {
    const { cart, notes } = applyOffers([line('a')], [line('a')], [])
    expect(cart).toEqual([])
    expect(notes).toEqual(['Shoe a, size 42 has sold out and was taken out of your cart.'])
  })
})

function offer(name: string) {
  const { quantity: _, ...rest } = line(name)
  return rest
}

function line(name: string): CartLine {
  return { id: name, size: '42', name: `Shoe ${name}`, price: 5000, image_url: null, quantity: 1, stock: 5 }
}
