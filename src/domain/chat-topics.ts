import { nearWord } from '#domain/near-word.ts'
import { type ChatTopic, type TopicWords, topics } from '#domain/topic-words.ts'

/** The topics of a message, the strongest first; empty where it is about shoes or anything else. */
export function topicsOf(message: string): ChatTopic[] {
  const words =
    message
      .toLowerCase()
      .replace(/['’`]/g, '')
      .match(/[\p{L}\d]+/gu) ?? []
  const text = ` ${words.join(' ')} `
  const found = topics.filter(({ words: named, phrases = [] }) => {
    return phrases.some((phrase) => text.includes(` ${phrase} `)) || words.some((word) => named.some((each) => fits(word, each)))
  })
  if (found.length > 0) return found.map(({ topic }) => topic)
  // Bounds the work on long messages.
  const guessed = [...new Set(words)]
    .slice(0, 40)
    .map((word) => nearWord(word, guessable))
    .filter((word) => word !== null)
  return topics.filter(({ words: named }) => guessed.some((word) => named.some((each) => each.replace('*', '') === word))).map(({ topic }) => topic)
}

/** Whether a message is about a double payment or a refund: then the reply also offers to talk to a person. */
export function isAboutMoneyBack([topic]: ChatTopic[]): boolean {
  return topic === 'paid-twice' || topic === 'refund'
}

/** The help section about a topic, and the words to search it for; null where there is none. */
export function helpOn(topic: ChatTopic): TopicWords['help'] | null {
  return topics.find((each) => each.topic === topic)?.help ?? null
}

/** Topic words that a misspelt word is compared with. Those of `greeting` and `human` are too close to other words to be guessed. */
const guessable = topics.flatMap(({ topic, words }) => (topic === 'greeting' || topic === 'human' ? [] : words.map((word) => word.replace('*', ''))))

function fits(word: string, pattern: string): boolean {
  return pattern.endsWith('*') ? word.startsWith(pattern.slice(0, -1)) : word === pattern
}
