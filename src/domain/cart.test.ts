import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addLine,
  type Cart,
  type CartLine,
  cartKey,
  isSameLine,
  mergeCarts,
  onlyLeft,
  parseCart,
  refresh,
  removeLine,
  restoreLine,
  setQuantity,
  totalAmount,
  totalItems,
} from '#domain/cart.ts'

const line = (changes: Partial<CartLine> = {}): CartLine => ({
  id: 'mbio',
  size: '40',
  name: 'Mbio Wingu',
  price: 4500,
  image_url: null,
  quantity: 1,
  stock: 5,
  ...changes,
})
const offer = (changes: Partial<CartLine> = {}) => {
  const { quantity: _, ...rest } = line(changes)
  return rest
}

describe('the key of the stored cart', () => {
  it('ends in the user, or the word guest', () => {
    expect(cartKey('Viatu', '7f3c')).toBe('viatu-cart-7f3c')
    expect(cartKey('Viatu', null)).toBe('viatu-cart-guest')
  })
})

describe('a removal taken back', () => {
  const cart = [line({ id: 'a' }), line({ id: 'b', quantity: 3 }), line({ id: 'c' })]

  it.each([0, 1, 2])('brings line %i back with its number and place', (at) => {
    const gone = cart[at] as CartLine
    expect(restoreLine(removeLine(cart, gone), gone, at)).toEqual(cart)
  })

  it('finds a place in a cart that has become shorter, and adds up with what was added meanwhile', () => {
    expect(restoreLine([], line({ id: 'c' }), 2)).toEqual([line({ id: 'c' })])
    expect(restoreLine([line({ quantity: 2 })], line({ quantity: 2 }), 0)).toEqual([line({ quantity: 4 })])
    expect(restoreLine([line({ quantity: 4 })], line({ quantity: 3 }), 0), 'never past the stock').toEqual([line({ quantity: 5 })])
    expect(restoreLine([line({ quantity: 1, stock: 2 })], line({ quantity: 3 }), 0), 'what the shelf said last counts').toEqual([
      line({ quantity: 2, stock: 2 }),
    ])
  })
})

describe('two carts as one', () => {
  it('adds quantities up, and keeps what only one of them has', () =>
    expect(mergeCarts([line({ quantity: 2 }), line({ id: 'ruka' })], [line({ quantity: 3, price: 4000 }), line({ size: '41' })])).toEqual({
      cart: [line({ id: 'ruka' }), line({ quantity: 5, price: 4000 }), line({ size: '41' })],
      notes: [],
    }))
  it('keeps the last pair', () => expect(mergeCarts([], [line({ stock: 1 })])).toEqual({ cart: [line({ stock: 1 })], notes: [] }))
  it('says what met the stock, and drops what has sold out', () =>
    expect(mergeCarts([line({ quantity: 4 })], [line({ quantity: 2 }), line({ id: 'ruka', name: 'Ruka High', stock: 0 })])).toEqual({
      cart: [line({ quantity: 5 })],
      notes: ['Only 5 left of Mbio Wingu, size 40.', 'Ruka High, size 40, has sold out.'],
    }))
})

describe('adding', () => {
  it('enters a new item with 1', () => expect(addLine([], offer())).toEqual({ cart: [line()], capped: false }))
  it('raises an item already present by 1, at the price of now', () =>
    expect(addLine([line({ quantity: 2 })], offer({ price: 4000 }))).toEqual({ cart: [line({ quantity: 3, price: 4000 })], capped: false }))
  it('keeps sizes apart', () => expect(addLine([line()], offer({ size: '41' })).cart).toHaveLength(2))
  it('stops at the stock', () => expect(addLine([line({ quantity: 5 })], offer())).toEqual({ cart: [line({ quantity: 5 })], capped: true }))
  it('enters the last pair', () => expect(addLine([], offer({ stock: 1 }))).toEqual({ cart: [line({ stock: 1 })], capped: false }))
  it('does not enter what has sold out', () => expect(addLine([], offer({ stock: 0 }))).toEqual({ cart: [], capped: true }))
})

describe('setting a quantity', () => {
  it.each([
    [3, 3, false],
    [5, 5, false],
    [6, 5, true],
    [1, 1, false],
  ])('to %i leaves %i, capped %s', (wanted, expected, capped) =>
    expect(setQuantity([line()], line(), wanted)).toEqual({ cart: [line({ quantity: expected })], capped }),
  )
  it.each([0, -1])('to %i removes the line and nothing else', (wanted) =>
    expect(setQuantity([line(), line({ size: '41' })], line(), wanted)).toEqual({ cart: [line({ size: '41' })], capped: false }),
  )
  it('of a line that is not there changes nothing', () =>
    expect(setQuantity([line()], { id: 'x', size: '40' }, 3)).toEqual({ cart: [line()], capped: false }))
})

describe('a cart', () => {
  const cart = [line({ quantity: 2 }), line({ id: 'karen', price: 2549, quantity: 3 })]
  it('counts pairs and adds up whole shillings', () => {
    expect(totalItems(cart)).toBe(5)
    expect(totalAmount(cart)).toBe(16647)
    expect([totalItems([]), totalAmount([])]).toEqual([0, 0])
  })
  it('loses one line at a time', () => expect(removeLine(cart, line())).toEqual([cart[1]]))
})

describe('what the shelf says about a stored cart', () => {
  it.each<[string, Partial<CartLine> | null, Partial<CartLine> | null, string[]]>([
    ['nothing changed', {}, {}, []],
    ['the price changed', { price: 4000 }, { price: 4000 }, ['Mbio Wingu, size 40 now costs KSh 4,000.']],
    ['fewer are left', { stock: 2 }, { stock: 2, quantity: 2 }, ['Only 2 left of Mbio Wingu, size 40.']],
    [
      'both',
      { stock: 1, price: 9 },
      { stock: 1, quantity: 1, price: 9 },
      ['Mbio Wingu, size 40 now costs KSh 9.', 'Only 1 left of Mbio Wingu, size 40.'],
    ],
    ['sold out', { stock: 0 }, null, ['Mbio Wingu, size 40 has sold out and was taken out of your cart.']],
    ['no longer sold', null, null, ['Mbio Wingu, size 40 has sold out and was taken out of your cart.']],
  ])('%s', (_, now, expected, notes) => {
    const cart = [line({ quantity: 3 })]
    expect(refresh(cart, now ? [offer(now)] : [])).toEqual({ cart: expected ? [line({ quantity: 3, ...expected })] : [], notes })
  })
  it('says how many are left', () => {
    expect(onlyLeft(line({ stock: 2 }))).toBe('Only 2 left of Mbio Wingu, size 40.')
    expect(onlyLeft(line({ stock: 0 }))).toBe('Mbio Wingu, size 40, has sold out.')
    expect(onlyLeft(line({ stock: 0, size: 'One size' }))).toBe('Mbio Wingu has sold out.')
  })
})

describe('a stored cart', () => {
  it('reads back as it was written', () => expect(parseCart(JSON.stringify([line(), line({ image_url: '/files/a.webp' })]))).toHaveLength(2))
  it.each([
    '',
    'null',
    '{}',
    '[null]',
    '[[]]',
    '"cart"',
    '[{"id":"mbio"}]',
    ...Object.entries({ id: 1, size: null, name: undefined, image_url: 4, price: '4500', quantity: 0, stock: -1 }).map(([field, value]) =>
      JSON.stringify([{ ...line(), [field]: value }]),
    ),
    ...[1.5, -1, 1e308, 2 ** 53].map((quantity) => JSON.stringify([line({ quantity })])),
  ])('is refused when it is %s', (text) => expect(() => parseCart(text)).toThrow())
  it.each(['[null]', '["cart"]'])('is refused with a reason when it is %s', (text) => expect(() => parseCart(text)).toThrow(/not a list of lines/))
})

it('never passes the stock, holds no line twice, and keeps every quantity at 1 or more, whatever is pressed', () => {
  const shelf = [offer({ stock: 3 }), offer({ size: '41', stock: 1 }), offer({ id: 'karen', stock: 0 })]
  const press = fc.record({ on: fc.nat(2), what: fc.constantFrom('add', 'set', 'remove'), quantity: fc.integer({ min: -2, max: 9 }) })
  fc.assert(
    fc.property(fc.array(press, { maxLength: 40 }), (presses) => {
      let cart: Cart = []
      for (const { on, what, quantity } of presses) {
        const of = shelf[on] as (typeof shelf)[number]
        if (what === 'add') cart = addLine(cart, of).cart
        else if (what === 'set') cart = setQuantity(cart, of, quantity).cart
        else cart = removeLine(cart, of)
      }
      expect(cart.every((each) => each.quantity >= 1 && each.quantity <= each.stock)).toBe(true)
      expect(cart.every((each, at) => cart.findIndex((other) => isSameLine(other, each)) === at)).toBe(true)
      expect(parseCart(JSON.stringify(cart))).toEqual(cart)
      expect(refresh(cart, shelf)).toEqual({ cart, notes: [] })
    }),
  )
})
