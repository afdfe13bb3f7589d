import { z } from 'zod'
import { sneakersSlug } from '#domain/catalogue.ts'
import { slugPattern } from '#domain/category-tree.ts'
import { isAddressIn } from '#domain/storage.ts'
import { isWebAddress } from '#domain/web-address.ts'
import { words } from '#features/input.ts'

export const slugHint = 'Use small letters, digits and single hyphens, such as school-shoes.'
const place = 'Enter a whole number from 0 to 999.'
/** Where their pictures are kept. */
export const bucket = 'promotional-images'
const columns = {
  name: words('Enter a name, such as School Shoes.', 60).meta({ example: 'School Shoes' }),
  slug: z
    .string(slugHint)
    .trim()
    .toLowerCase()
    .max(60, 'Please keep this under 60 characters.')
    .regex(slugPattern, slugHint)
    .refine((slug) => slug !== sneakersSlug, 'This is the address of all sneakers. Choose another.')
    .meta({ description: 'Its address is `/category/{slug}`. A former one leads to that of now', example: 'school-shoes' }),
  parent_id: z
    .uuid("We don't know this category.")
    .toLowerCase()
    .nullable()
    .meta({ description: 'The category that it stands under, which stands under none' }),
  position: z.int(place).min(0, place).max(999, place).meta({ description: 'Its place among its neighbours, from 0' }),
  is_hidden: z
    .boolean('Write true or false.')
    .meta({ description: 'In no menu, filter or sitemap, with what stands under it; its page still answers' }),
  is_sneaker: z.boolean('Write true or false.').meta({ description: 'On the page of all sneakers' }),
  image_url: z
    .string('Enter an address, or null.')
    .max(2000, 'This address is too long.')
    .refine((address) => isAddressIn(bucket, address) || isWebAddress(address), 'Upload the picture, or write its address that begins with https://.')
    .nullable()
    .meta({
      description: `What \`/api/storage/${bucket}\` answered for the picture, or its https address at another site: it is fetched once and kept`,
    }),
}
/** An address belongs to the category that it leads to, until another takes it in so many words. */
const take = {
  take_address: z
    .boolean('Write true or false.')
    .optional()
    .meta({ description: 'Takes an address that leads to another category, which had it before' }),
}
export const categoryChanges = z.object({ ...columns, ...take }).partial()
export const newCategory = z.object({
  ...columns,
  slug: columns.slug.optional().meta({ description: 'Without it, made of the name' }),
  parent_id: columns.parent_id.default(null),
  position: columns.position.optional().meta({ description: 'Without it, the last' }),
  is_hidden: columns.is_hidden.default(false),
  is_sneaker: columns.is_sneaker.default(false),
  image_url: columns.image_url.default(null),
  ...take,
})

export const categoryRemoval = {
  products_to: z.uuid('Choose the category that its products go to, or none.').toLowerCase().or(z.literal('none')).optional().meta({
    description: 'The category that its products and what stands under it go to; its address leads there. `none` leaves the products without one',
  }),
}
