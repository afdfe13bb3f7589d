import { z } from 'zod'
import { optionalWords, shillings, words } from '#core/input.ts'
import { formatShillings, fromShillings } from '#domain/money.ts'
import { maxProductPrice, minPriceMessage, minProductPrice, priceRefusal } from '#domain/pricing.ts'
import { Problem } from '#domain/problem.ts'

const pairs = z
  .int('Enter a whole number of pairs.')
  .min(0, 'Enter 0 or more pairs.')
  .max(100_000, 'Enter at most 100,000 pairs.')
  .meta({ description: 'Pairs' })
const flag = z.boolean('Write true or false.')
const discount = 'Enter a whole discount from 0 to 99.'
const label = words('Enter the size.', 20).meta({ description: 'EU size label', example: '42' })

const columns = {
  name: words('Enter a name.', 200).meta({ example: 'Mbio Wingu' }),
  description: optionalWords(5000),
  price: shillings
    .min(minProductPrice, minPriceMessage)
    .max(maxProductPrice, `Enter at most ${formatShillings(maxProductPrice)}.`)
    .meta({ description: 'KSh before discount, 1 or more, at most 2 decimals', example: 4500 }),
  category_id: z.uuid("We don't know this category.").nullable(),
  is_featured: flag.meta({ description: 'Stands among the featured ones of the home page' }),
  discount_percentage: z.int(discount).min(0, discount).max(99, discount),
  is_available: flag.meta({ description: 'False takes it off the shelf' }),
  style_code: words('Enter the style, or null.', 60).nullable().meta({ description: 'Colourways of one style share it and link to each other' }),
}

/** The columns of `products` that people write, in forms, in files and through the API. */
export const writtenColumns = Object.keys(columns) as (keyof typeof columns)[]
/** Price in KSh. */
export type WrittenColumns = z.output<z.ZodObject<typeof columns>>

const eachOnce = (sizes: { label: string }[]) => new Set(sizes.map((size) => size.label)).size === sizes.length
const twice = 'Name each size once.'

/** The price after the discount must be one that M-Pesa can charge as well (domain/pricing.ts). */
export function refuseUnsellable({ price, discount_percentage }: { price: number; discount_percentage: number }): void {
  const refusal = priceRefusal(fromShillings(price), discount_percentage)
  if (refusal) throw new Problem('bad_input', { fields: { [refusal.field]: refusal.message } })
}

/** A new product: with sizes, or with a plain `stock`, which becomes the single size "One size". A plain save puts it on the shelf (spec §4, Other). */
export const newProduct = z.object({
  ...columns,
  description: columns.description.default(''),
  category_id: columns.category_id.default(null),
  is_featured: columns.is_featured.default(false),
  discount_percentage: columns.discount_percentage.default(0),
  is_available: columns.is_available.default(true),
  style_code: columns.style_code.default(null),
  stock: pairs.optional(),
  sizes: z
    .array(z.object({ label, stock: pairs }))
    .max(60, 'A product has at most 60 sizes.')
    .refine(eachOnce, twice)
    .optional(),
})

const sizeChange = z
  .object({
    label,
    stock: pairs.optional(),
    seen: pairs.nullish().meta({ description: 'The stock that the form showed; for a size that is there already' }),
    remove: flag.optional().meta({ description: 'Takes the size away; one that orders refer to stays, sold out' }),
  })
  .refine(({ stock, remove }) => stock !== undefined || remove, { message: 'Enter the stock of this size.', path: ['stock'] })

/** What may change of a product. Sizes that the request does not name stay as they are; when it names all, the list sets their order. */
export const productChanges = z.object({
  ...z.object(columns).partial().shape,
  stock: pairs.optional(),
  stock_seen: pairs
    .optional()
    .meta({ description: 'The stock that the form showed; refused when it has moved since. Without it, the stock as the request arrives' }),
  sizes: z.array(sizeChange).max(60, 'A product has at most 60 sizes.').refine(eachOnce, twice).optional(),
})
