import { chatLimits } from '#domain/assistant.ts'
import { cutReply, endOfSentence, plainReply } from '#domain/plain-reply.ts'
import { findUngroundedClaim, type GroundingFacts } from '#domain/ungrounded-claim.ts'
import { modelRules } from '#features/chat/model-instructions.ts'
import { ModelFailure } from '#services/assistant/model.ts'

/** Reads a model's stream and passes on, sentence by sentence, what may be shown. */
export interface SentenceFilter {
  /** Throws ModelFailure for a sentence with an ungrounded claim: then the whole answer is not to be trusted. */
  read(piece: string): void
  /** Ends the stream: the rest is checked as a sentence. Returns the whole text that was passed on. */
  end(): string
  /** Whether the maximum length is reached, so that the model can be stopped. */
  isFull(): boolean
}

/** Characters after which unfinished text is checked as a sentence. */
const longestSentence = 2 * chatLimits.response

export function createSentenceFilter(facts: GroundingFacts, own: string[], emit: (words: string) => void): SentenceFilter {
  let waiting = ''
  let emitted = ''
  let full = false

  return {
    read(piece) {
      waiting += piece
      for (let end = endOfSentence(waiting); end > 0 && !full; end = endOfSentence(waiting)) {
        check(waiting.slice(0, end))
        waiting = waiting.slice(end)
      }
      if (waiting.length > longestSentence) this.end()
    },
    end() {
      if (!full) check(waiting)
      waiting = ''
      return emitted.trim()
    },
    isFull: () => full,
  }

  function check(sentence: string) {
    const plain = plainReply(sentence, own)
    const claim = findUngroundedClaim(plain, facts) ?? (isRule(plain) ? 'rule' : null)
    if (claim) throw new ModelFailure('broken', `ungrounded ${claim}`)
    const words = emitted === '' ? plain.trimStart() : plain
    const room = chatLimits.response - emitted.length
    full = words.length > room
    const shown = full ? cutReply(words, room) : words
    if (shown !== '') emit(shown)
    emitted += shown
  }
}

/** Whether a sentence repeats the model's instructions. They hold no secret, and are of no use to a visitor. */
function isRule(sentence: string): boolean {
  const words = sentence.trim()
  return words.length > 40 && modelRules.some((rule) => rule.includes(words))
}
