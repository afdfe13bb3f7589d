import { chatLimits } from '#domain/assistant.ts'
import { amountsIn, type GivenAmounts, hasUngivenAmount } from '#domain/given-amounts.ts'
import { endOfSentence, plainReply } from '#domain/plain-reply.ts'
import { cutText } from '#domain/plain-text.ts'
import type { ShopFacts } from '#domain/shop.ts'
import type { ToolAnswer } from '#features/chat/tools.ts'
import { ModelFailure } from '#services/assistant/model.ts'

export type SentenceFilter = ReturnType<typeof createSentenceFilter>

/**
 * Reads a model's stream and passes on, sentence by sentence, what may be shown: plain text whose amounts the tools gave. `read` and `end` throw
 * ModelFailure at any other amount: the sentence is dropped, and what the shop finds itself takes the place of the answer. `end` returns the whole text.
 */
export function createSentenceFilter(shop: ShopFacts, asked: string[], emit: (words: string) => void) {
  const numbersOf = (texts: string[]) => new Set(texts.flatMap(amountsIn).map(({ amount }) => amount))
  const given: GivenAmounts = { prices: new Map(), amounts: new Set(), numbers: numbersOf([shop.name, shop.location]), asked: numbersOf(asked) }
  let waiting = ''
  let emitted = ''
  let full = false

  function check(sentence: string) {
    const plain = plainReply(sentence, [shop.email])
    if (hasUngivenAmount(withoutPhone(plain, shop), given)) throw new ModelFailure('broken', 'ungiven amount')
    const words = emitted === '' ? plain.trimStart() : plain
    const room = chatLimits.response - emitted.length
    full = words.length > room
    const shown = cutText(words, room)
    if (shown !== '') emit(shown)
    emitted += shown
  }

  return {
    read(piece: string) {
      waiting += piece
      for (let end = endOfSentence(waiting); end > 0 && !full; end = endOfSentence(waiting)) {
        check(waiting.slice(0, end))
        waiting = waiting.slice(end)
      }
      // Text without an end is a sentence, once it is longer than an answer.
      if (waiting.length > 2 * chatLimits.response) this.end()
    },
    end(): string {
      if (!full) check(waiting)
      waiting = ''
      return emitted.trim()
    },
    /** Whether the maximum length is reached, so that the model can be stopped. */
    isFull: () => full,
    /** Adds the amounts of a tool's answer. Prices come only from cards and the shop's own words: in a name or a description, a number is just a number. */
    allow({ facts, products = [], order, says = '' }: ToolAnswer) {
      for (const { name, price, original_price, discount_percentage } of products) {
        const amounts = [`${price}`, ...(original_price === null ? [] : [`${original_price}`, `${discount_percentage}%`])]
        given.prices.set(name, [...(given.prices.get(name) ?? []), ...amounts])
      }
      if (order) given.amounts.add(`${order.total}`)
      for (const { amount, isMoney } of amountsIn(says)) if (isMoney) given.amounts.add(amount)
      for (const { amount } of amountsIn(JSON.stringify(facts))) given.numbers.add(amount)
    },
  }
}

/** The shop's own number may be named in any form: with or without the country's code, in one piece or in groups. */
function withoutPhone(text: string, { whatsapp }: ShopFacts): string {
  return text.replace(/(?:\+?254|\b0)(?:[ -]?\d){9}(?!\d)/g, (phone) => (phone.replace(/\D/g, '').endsWith(whatsapp.slice(-9)) ? '' : phone))
}
