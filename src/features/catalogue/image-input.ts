import { z } from 'zod'
import { optionalWords } from '#core/input.ts'

const columns = {
  image_url: z.string('Enter the address of the picture.').max(2000, 'This address is too long.').meta({
    description: 'Of a picture that this shop stores: what its upload answered',
    example: '/files/product-images/products/3f9a21c8-6d0e-4b7a-9c55-0d1f2e3a4b5c_0_1763680000000.webp',
  }),
  alt_text: optionalWords(300),
  display_order: z
    .int('Enter a whole number.')
    .min(0, 'Enter 0 or more.')
    .max(1000, 'Enter at most 1000.')
    .meta({ description: 'Place in the gallery, from 0; the others move aside' }),
  is_primary: z.boolean('Write true or false.').meta({ description: 'True makes it the picture of cards; exactly one picture is' }),
}

export const newImage = z.object({
  product_id: z.uuid("We don't know this product."),
  image_url: columns.image_url,
  alt_text: columns.alt_text.default(''),
  display_order: columns.display_order.optional(),
  is_primary: columns.is_primary.default(false),
})

export const imageChanges = z.object(columns).partial()
