import { z } from 'zod'
import { newShapeOf, shapeOf } from '#core/column-schemas.ts'
import { sneakersSlug } from '#domain/catalogue.ts'
import { categoryColumns, slugHint, slugPattern } from '#domain/category.ts'

const slug = z
  .string(slugHint)
  .trim()
  .toLowerCase()
  .max(60, 'Please keep this under 60 characters.')
  .regex(slugPattern, slugHint)
  .refine((slug) => slug !== sneakersSlug, 'This is the address of all sneakers. Choose another.')
  .meta({ description: 'Its address is `/category/{slug}`. A former one leads to that of now', example: 'school-shoes' })
/** An address belongs to the category that it leads to, until another takes it in so many words. */
const take_address = z
  .boolean('Write true or false.')
  .optional()
  .meta({ description: 'Takes an address that leads to another category, which had it before' })
export const categoryChanges = z.object({ ...shapeOf(categoryColumns), slug, take_address }).partial()
export const newCategory = z.object({
  ...newShapeOf(categoryColumns),
  slug: slug.optional().meta({ description: 'Without it, made of the name' }),
  take_address,
})

export const categoryRemoval = {
  products_to: z.uuid('Choose the category that its products go to, or none.').toLowerCase().or(z.literal('none')).optional().meta({
    description: 'The category that its products and what stands under it go to; its address leads there. `none` leaves the products without one',
  }),
}
