import { expect, it } from 'vitest'
import { onlyChanged, readShown, shownAs } from '#web/admin/only-changed.ts'

const product = { name: 'Mbio', price: 4500, category_id: null, is_available: true }
const shown = readShown(shownAs({ ...product, stock: 3 }, ['name', 'price', 'category_id', 'is_available']))

it('says only what was changed in the form, so that nobody else’s change goes back', () => {
  expect(shown).toEqual(product)
  expect(onlyChanged({ ...product, stock: 3, name: 'Mbio 2', is_available: false }, shown)).toEqual({ stock: 3, name: 'Mbio 2', is_available: false })
})

it.each([undefined, '', '{', '7', 'null', '"price"', '{"__proto__":{"price":4500}}'])('says all of it where what was shown is %j', (what) =>
  expect(onlyChanged(product, readShown(what))).toEqual(product),
)
