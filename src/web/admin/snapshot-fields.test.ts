import { expect, it } from 'vitest'
import { changedFields, parseSnapshot, snapshotOf } from '#web/admin/snapshot-fields.tsx'

const product = { name: 'Mbio', price: 4500, category_id: null, is_available: true }
const snapshot = parseSnapshot(snapshotOf({ ...product, stock: 3 }, ['name', 'price', 'category_id', 'is_available']))

it('says only what was changed in the form, so that nobody else’s change goes back', () => {
  expect(snapshot).toEqual(product)
  expect(changedFields({ ...product, stock: 3, name: 'Mbio 2', is_available: false }, snapshot)).toEqual({
    stock: 3,
    name: 'Mbio 2',
    is_available: false,
  })
})

it.each([undefined, '', '{', '7', 'null', '"price"', '{"__proto__":{"price":4500}}'])('says all of it where what was shown is %j', (what) =>
  expect(changedFields(product, parseSnapshot(what))).toEqual(product),
)
