import { z } from 'zod'
import { emailAddress, phoneNumber, shillings, statedShillings, words } from '#core/input.ts'
import { deliveryFields, isFullName, receiverPhoneHint } from '#domain/checkout-fields.ts'
import { pointText } from '#domain/delivery-options.ts'
import { isSeen } from '#domain/plain-text.ts'

const { customer_name, customer_phone, delivery_address } = deliveryFields
export const phoneInput = phoneNumber(customer_phone.missing)

/** A field that may be left out, or empty as a form sends it; `error` is for what is no text at all. */
function optional<Schema extends z.ZodType<string, string>>(schema: Schema, error: string) {
  return z
    .union([z.literal('').transform(() => undefined), schema], { error })
    .nullish()
    .transform((value) => value ?? undefined)
}

const unknownOption = "We don't know this delivery option."

/** Pairs of one line of an order. */
export const lineQuantity = z.int('Enter a whole number.').min(1, 'Enter at least 1.').max(99, 'Enter at most 99.')

const fields = z.object({
  customer_name: words(customer_name.missing, customer_name.max).refine(isFullName, customer_name.short),
  customer_phone: phoneInput,
  delivery_address: optional(words(delivery_address.missing, delivery_address.max, delivery_address), delivery_address.missing).meta({
    description: 'Required, except where `delivery_option_id` is a pick-up point or the shop: then it is filled in',
  }),
  delivery_place: optional(z.string().max(200).refine(isSeen), "We don't know this place.").meta({
    description: 'The id of the place it goes to; without it the place that `delivery_address` names, else all of Kenya',
  }),
  delivery_option_id: optional(z.uuid(unknownOption).toLowerCase(), unknownOption).meta({
    description: 'Without it the cheapest option that brings the order to its place',
  }),
  delivery_point: optional(words(pointText, 80), pointText).meta({
    description: 'Which stage or courier office, where the order goes to one; `stages` of POST /delivery.json has those that the shop knows',
  }),
  address_place: optional(z.string().max(200).refine(isSeen), "We don't know this place.").meta({
    description:
      'Confirms that the order goes to `delivery_place`, though its address names another place: the `address_place` of the refusal `place_differs`',
  }),
  receiver_name: optional(
    words('Enter their full name.', customer_name.max).refine(isFullName, 'Enter their full name.'),
    'Enter their full name.',
  ).meta({
    description: 'Who takes the parcel, where it is not the buyer; with `receiver_phone`',
  }),
  receiver_phone: optional(phoneNumber(receiverPhoneHint, receiverPhoneHint), receiverPhoneHint),
  customer_email: z
    .union([z.literal('').transform(() => null), emailAddress])
    .nullish()
    .transform((email) => email ?? null),
  items: z
    .array(
      z.object({
        product_id: z.uuid("We don't know this product.").toLowerCase(),
        size: z.string('Choose a size.').min(1, 'Choose a size.').max(20, "We don't know this size.").refine(isSeen, "We don't know this size."),
        quantity: lineQuantity,
      }),
    )
    .max(50, 'An order has at most 50 lines.'),
  total_amount: shillings.optional().meta({ description: 'KSh, what the screen showed; compared, never believed' }),
  /** An invalid code is ignored, as an unknown one is: no sale is lost for it. */
  affiliate_code: z
    .string()
    .max(40)
    .nullish()
    .catch(null)
    .meta({ type: ['string', 'null'] }),
})
const draftFields = fields.omit({ items: true }).extend({ total_amount: statedShillings.optional() })

/** Adds the rules about fields that need each other, which are checked also where other fields are refused. */
function whole<
  Schema extends z.ZodType<Pick<z.output<typeof fields>, 'delivery_address' | 'delivery_option_id' | 'receiver_name' | 'receiver_phone'>>,
>(schema: Schema) {
  const when = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null
  return schema
    .refine((sent) => sent.delivery_address ?? sent.delivery_option_id, { path: ['delivery_address'], error: delivery_address.missing, when })
    .refine((sent) => sent.receiver_name ?? !sent.receiver_phone, { path: ['receiver_name'], error: 'Enter the name of the receiver.', when })
    .refine((sent) => sent.receiver_phone ?? !sent.receiver_name, { path: ['receiver_phone'], error: 'Enter the phone of the receiver.', when })
}

/** The body of Place Order. Its money is compared with the shop's own prices, never trusted (decisions, Money and prices). */
export const orderInput = whole(fields)

export type OrderInput = z.output<typeof orderInput>

/** The same without lines, for the specification's first call; its total is compared when the lines come. */
export const draftInput = whole(draftFields)

/** Either, as `POST orders` takes them. */
export const orderOrDraftInput = whole(draftFields.extend({ items: fields.shape.items.optional() }))

export type DraftInput = z.output<typeof draftInput>

/** The client makes it before sending, and keeps it until the client knows the outcome. */
export const idempotencyKey = z
  .string('Send an Idempotency-Key.')
  .min(16, 'The Idempotency-Key is too short.')
  .max(200, 'The Idempotency-Key is too long.')
  .regex(/^[\x21-\x7e]*$/, 'Enter the Idempotency-Key in plain letters and digits.')
