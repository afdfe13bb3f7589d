import { chatLimits } from '#domain/assistant.ts'
import { amountsIn, type GivenAmounts, hasUngivenAmount } from '#domain/given-amounts.ts'
import { cutReply, endOfSentence, plainReply } from '#domain/plain-reply.ts'
import type { ShopFacts } from '#domain/shop.ts'
import type { ToolAnswer } from '#features/chat/tools.ts'
import { ModelFailure } from '#services/assistant/model.ts'

/** Characters after which unfinished text is checked as a sentence. */
const longestSentence = 2 * chatLimits.response

/**
 * Reads a model's stream and passes on, sentence by sentence, what may be shown: plain text whose amounts the tools gave. `read` and `end` throw
 * ModelFailure at any other amount: the sentence is dropped, and what the shop finds itself takes the place of the answer. `end` returns the whole text.
 */
export function createSentenceFilter(shop: ShopFacts, asked: string[], emit: (words: string) => void) {
  const given = initialAmounts(shop, asked)
  let waiting = ''
  let emitted = ''
  let full = false

  function check(sentence: string) {
    const plain = plainReply(sentence, [shop.email])
    if (hasUngivenAmount(plain, given)) throw new ModelFailure('broken', 'ungiven amount')
    const words = emitted === '' ? plain.trimStart() : plain
    const room = chatLimits.response - emitted.length
    full = words.length > room
    const shown = full ? cutReply(words, room) : words
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
      if (waiting.length > longestSentence) this.end()
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

/** The shop's own numbers, and those the visitor wrote. Kenyan phone numbers are written with and without country code, in one piece or in groups. */
function initialAmounts({ name, phone, whatsapp, location }: ShopFacts, asked: string[]): GivenAmounts {
  const local = whatsapp.replace(/^254/, '0')
  const own = [name, phone, whatsapp, location, local, `${local.slice(0, 4)} ${local.slice(4, 7)} ${local.slice(7)}`]
  const numbersOf = (texts: string[]) => new Set(texts.flatMap(amountsIn).map(({ amount }) => amount))
  return { prices: new Map(), amounts: new Set(), numbers: numbersOf(own), asked: numbersOf(asked) }
}
