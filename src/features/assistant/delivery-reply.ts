import type { Context } from '#core/context.ts'
import { type DeliveryTerms, deliverySentence, feeText } from '#domain/delivery-options.ts'
import { rootPlace } from '#domain/delivery-places.ts'
import { promiseText } from '#domain/delivery-promise.ts'
import { formatShillings } from '#domain/money.ts'
import { peopleOf, type Reply } from '#features/assistant/chat-reply.ts'
import { quoteDelivery } from '#features/delivery/quote-delivery.ts'
import { readDeliveryTerms } from '#features/delivery/read-terms.ts'

/**
 * Answers with each option to the place that a text names, with its fee and days, the cheapest first, for an order of this instant; where it names none
 * (`isPlaced` is false) it asks for the town.
 */
export async function replyAboutDelivery(ctx: Context, text: string, at = new Date()): Promise<Reply & { isPlaced: boolean }> {
  const terms = await readDeliveryTerms(ctx)
  const id = placeIn(terms, text)
  if (id === null) return { response: whichTown, isPlaced: false }
  const { place, options } = await quoteDelivery(ctx, { place: id }, at)
  if (options.length === 0) return { response: deliverySentence(place.name, undefined), links: peopleOf(ctx.services.shop), isPlaced: true }
  const lines = options.map(({ option_id, kind, name, fee, address, courier, promised_from, promised_to }) => {
    // What the visitor will buy is not known: from this amount on the option is free.
    const freeFrom = fee > 0 && terms.options.find((option) => option.id === option_id)?.free_from
    const where = [courier, address].filter(Boolean).join(', ')
    const cost = `${feeText(fee)}${freeFrom ? ` (free from ${formatShillings(freeFrom)} of shoes)` : ''}`
    return `${name}${where && `, ${where}`}: ${cost} · ${promiseText({ delivery_kind: kind, promised_from, promised_to })}`
  })
  return { response: `Delivery to ${place.name}, if you order now:\n${lines.join('\n')}`, isPlaced: true }
}

/** Whether a text names a town, an estate or a stage. */
export async function namesPlace(ctx: Context, text: string): Promise<boolean> {
  return placeIn(await readDeliveryTerms(ctx), text) !== null
}

const whichTown =
  'Which town or estate is it for? Tell me, and I name the fee and the days. The page of every shoe says them too: tap Change beside the delivery there, and choose your place.'

/** The place after the last `to` of a text, else one that it names anywhere: names of shoes are names of places too. Kenya as a whole is none. */
function placeIn({ places }: DeliveryTerms, text: string): string | null {
  const after = text.split(/\b(?:to|hadi|mpaka)\b/i).at(-1) ?? ''
  const found = places.ofAddress(after) ?? places.ofAddress(text)
  return found && found.id !== rootPlace ? found.id : null
}
