import { z } from 'zod'
import { optionalWords } from '#core/input.ts'
import { type BulkKind, bulkLimits, isBulkKind } from '#domain/product-changes.ts'

/** Selects the products: those that the request names, or all that a filter of Product Management finds. */
export const bulkTarget = z.object({
  ids: z
    .array(z.uuid("We don't know this product."))
    .max(bulkLimits.picked, `Select at most ${bulkLimits.picked} products, or change all that match.`)
    .optional(),
  filter: z
    .object({
      search: optionalWords(100).optional(),
      category: z
        .string()
        .regex(/^[\w-]{1,60}$/, 'Enter a slug.')
        .optional(),
      availability: z.enum(['available', 'unavailable'], 'Choose one.').optional(),
      isFeatured: z.boolean('Write true or false.').optional(),
      isLow: z.boolean('Write true or false.').optional(),
    })
    .default({}),
})
export type BulkTarget = z.output<typeof bulkTarget>

export const bulkInput = bulkTarget.extend({
  kind: z.custom<BulkKind>((kind) => isBulkKind(kind as string), 'Choose what to change.'),
  value: z.string('Enter a value.').max(40, 'Enter a value.'),
  raise: z.boolean('Write true or false.').default(false),
})

/** `digest` is that of the preview that the admin saw. */
export const bulkOrder = bulkInput.extend({ digest: z.string('Look at the preview first.').max(100) })
