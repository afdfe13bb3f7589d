import { nearWord } from '#domain/near-word.ts'
import { type ChatTopic, type TopicWords, topics } from '#domain/topic-words.ts'

/** What a message is about, the strongest first; nothing where it is about shoes or about something else. */
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
  // Nobody misspells more words than that before saying what it is about.
  const guessed = [...new Set(words)]
    .slice(0, 40)
    .map((word) => nearWord(word, guessable))
    .filter((word) => word !== null)
  return topics.filter(({ words: named }) => guessed.some((word) => named.some((each) => each.replace('*', '') === word))).map(({ topic }) => topic)
}

/** Whether a message is about money that was paid twice or has to come back: then it takes an answer and a person. */
export function isAboutMoneyBack([topic]: ChatTopic[]): boolean {
  return topic === 'paid-twice' || topic === 'refund'
}

/** Where the help pages tell of a topic. */
export function helpOn(topic: ChatTopic): TopicWords['help'] | null {
  return topics.find((each) => each.topic === topic)?.help ?? null
}

/** Words that stand for a topic are not guessed where a good word lies as near: `return` is one slip from nothing, `agent` from much. */
const guessable = topics.flatMap(({ topic, words }) => (topic === 'greeting' || topic === 'human' ? [] : words.map((word) => word.replace('*', ''))))

function fits(word: string, pattern: string): boolean {
  return pattern.endsWith('*') ? word.startsWith(pattern.slice(0, -1)) : word === pattern
}
