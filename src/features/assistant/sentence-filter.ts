import { chatLimits } from '#domain/assistant.ts'
import { amountsIn, endOfSentence, type GivenAmounts, hasUngivenAmount, plainReply } from '#domain/model-reply.ts'
import { phoneSpellings } from '#domain/phone.ts'
import { cutText } from '#domain/plain-text.ts'
import type { ShopFacts } from '#domain/shop.ts'
import type { ToolAnswer } from '#features/assistant/tools.ts'
import { ModelFailure } from '#services/assistant/model.ts'

/**
 * Reads a model's stream and passes on, sentence by sentence, what may be shown: plain text whose amounts the tools gave. `read` and `end` throw
 * ModelFailure at any other amount: the sentence is dropped, and what the shop finds itself takes the place of the answer. `end` returns the whole text.
 */
export function createSentenceFilter({ name, location, phone, email }: ShopFacts, asked: string[], emit: (words: string) => void) {
  const numbersOf = (texts: string[]) => new Set(texts.flatMap(amountsIn).map(({ amount }) => amount))
  const given: GivenAmounts = { prices: new Set(), numbers: numbersOf([name, location, ...phoneSpellings(phone)]), asked: numbersOf(asked) }
  let waiting = ''
  let emitted = ''
  let full = false

  function check(sentence: string) {
    const plain = plainReply(sentence, [email])
    if (hasUngivenAmount(plain, given)) throw new ModelFailure('broken', 'ungiven amount')
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
    allow({ words, ...answer }: ToolAnswer) {
      const { products = [], order, says = '' } = answer
      const ofCards = products.flatMap(({ price, original_price: was, discount_percentage: off }) => (was === null ? price : [price, was, `${off}%`]))
      const ofWords = amountsIn(says).flatMap(({ amount, isPrice }) => (isPrice ? [amount] : []))
      for (const amount of [...ofCards, ...(order ? [order.total] : []), ...ofWords]) given.prices.add(`${amount}`)
      for (const number of numbersOf([JSON.stringify(answer)])) given.numbers.add(number)
    },
  }
}
