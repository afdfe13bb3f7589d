import { z } from 'zod'
import { deliveryFields } from '#domain/delivery.ts'
import { normalisePhone, phoneHint } from '#domain/phone.ts'
import { isCleanText, shillings, statedShillings, words } from '#features/input.ts'

const { customer_name, customer_phone, delivery_address } = deliveryFields

const phone = z
  .string({ error: customer_phone.missing })
  .trim()
  .min(1, customer_phone.missing)
  .max(customer_phone.max, phoneHint)
  .transform((text, issue) => {
    const number = normalisePhone(text)
    if (number) return number
    issue.addIssue({ code: 'custom', message: phoneHint })
    return z.NEVER
  })

/** Pairs of one line of an order. */
export const lineQuantity = z.int('Enter a whole number.').min(1, 'Enter at least 1.').max(99, 'Enter at most 99.')

/** The body of Place Order. Its money is compared with the shop's own prices, never trusted (decisions, Money and prices). */
export const orderInput = z.object({
  customer_name: words(customer_name.missing, customer_name.max, customer_name),
  customer_phone: phone,
  delivery_address: words(delivery_address.missing, delivery_address.max, delivery_address),
  customer_email: z
    .union([
      z.literal('').transform(() => null),
      z.email('Enter the e-mail as name@example.com.').max(254, 'Enter an e-mail of at most 254 characters.'),
    ])
    .nullish()
    .transform((email) => email ?? null),
  items: z
    .array(
      z.object({
        product_id: z.uuid("We don't know this product.").toLowerCase(),
        size: z.string('Choose a size.').min(1, 'Choose a size.').max(20, "We don't know this size.").refine(isCleanText, "We don't know this size."),
        quantity: lineQuantity,
      }),
    )
    .max(50, 'An order has at most 50 lines.'),
  total_amount: shillings.optional().meta({ description: 'KSh, what the screen showed; compared, never believed' }),
  /** An invalid code is ignored, as an unknown one is: no sale is lost for it. */
  affiliate_code: z
    .string()
    .max(40)
    .refine(isCleanText)
    .nullish()
    .catch(null)
    .meta({ type: ['string', 'null'] }),
})

export type OrderInput = z.output<typeof orderInput>

/** The same without lines, for the specification's first call; its total is compared when the lines come. */
export const draftInput = orderInput.omit({ items: true }).extend({ total_amount: statedShillings.optional() })

export type DraftInput = z.output<typeof draftInput>

/** The client makes it before sending, and keeps it until the client knows the outcome. */
export const idempotencyKey = z
  .string('Send an Idempotency-Key.')
  .min(16, 'The Idempotency-Key is too short.')
  .max(200, 'The Idempotency-Key is too long.')
  .regex(/^[\x21-\x7e]*$/, 'Enter the Idempotency-Key in plain letters and digits.')

export const phoneInput = phone
