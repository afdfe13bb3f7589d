import { expect, it } from 'vitest'
import type { ProductRow } from '#features/catalogue/product-row.ts'
import { onlyChanged, shownAs } from '#web/admin/products/only-changed.ts'

const product = { name: 'Mbio', price: 4500, discount_percentage: 0, category_id: null, style_code: null, is_featured: false, is_available: true }
const shown = shownAs({ ...product, description: 'Light.', stock: 3 } as ProductRow)

it('says only what was changed in the form, so that nobody else’s change goes back', () => {
  expect(onlyChanged({ ...product, description: 'Light.', name: 'Mbio 2', is_available: false }, shown)).toEqual({
    description: 'Light.',
    name: 'Mbio 2',
    is_available: false,
  })
})

it.each([undefined, '', '{', '7', 'null', '"price"', '{"__proto__":{"price":4500}}'])('says all of it where what was shown is %j', (what) =>
  expect(onlyChanged(product, what)).toEqual(product),
)
