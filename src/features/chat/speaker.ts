import { chatLimits } from '#domain/assistant.ts'
import { type Told, untoldClaim } from '#domain/claims.ts'
import { cutReply, endOfSentence, plainReply } from '#domain/plain-reply.ts'
import { modelRules } from '#features/chat/model-instructions.ts'
import { ModelFailure } from '#services/assistant/model.ts'

/** Hears a model piece by piece, and hands on sentence by sentence what may be said. */
export interface Speaker {
  /** Throws ModelFailure for a sentence that nobody told: then the whole answer is not to be trusted. */
  hear(piece: string): void
  /** No more comes: what is left is a sentence. Answers all that was said. */
  end(): string
  /** Whether nothing more would be said. */
  isFull(): boolean
}

/** Letters that a sentence may take before it is taken for one. */
const longestSentence = 2 * chatLimits.response

export function createSpeaker(told: Told, own: string[], say: (words: string) => void): Speaker {
  let waiting = ''
  let said = ''
  let full = false

  return {
    hear(piece) {
      waiting += piece
      for (let end = endOfSentence(waiting); end > 0 && !full; end = endOfSentence(waiting)) {
        speak(waiting.slice(0, end))
        waiting = waiting.slice(end)
      }
      if (waiting.length > longestSentence) this.end()
    },
    end() {
      if (!full) speak(waiting)
      waiting = ''
      return said.trim()
    },
    isFull: () => full,
  }

  function speak(sentence: string) {
    const plain = plainReply(sentence, own)
    const claim = untoldClaim(plain, told) ?? (isRule(plain) ? 'rule' : null)
    if (claim) throw new ModelFailure('broken', `untold ${claim}`)
    const words = said === '' ? plain.trimStart() : plain
    const room = chatLimits.response - said.length
    full = words.length > room
    const spoken = full ? cutReply(words, room) : words
    if (spoken !== '') say(spoken)
    said += spoken
  }
}

/** It was talked into reading its own part aloud. There is no secret in it, and nothing for a visitor either. */
function isRule(sentence: string): boolean {
  const words = sentence.trim()
  return words.length > 40 && modelRules.some((rule) => rule.includes(words))
}
