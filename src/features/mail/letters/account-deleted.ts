import type { Letter, LetterFacts } from '#features/mail/letters/letter.ts'
import { writeLetter } from '#features/mail/letters/write-letter.ts'

/** The last letter to an account. */
export function accountDeletedLetter(facts: LetterFacts): Letter {
  const { shop } = facts
  return writeLetter(facts, {
    kind: 'account-deleted',
    subject: `Your account at ${shop.name} was deleted`,
    title: 'Your account was deleted',
    paragraphs: [
      `Your account at ${shop.name} is gone, and so is what it held about you. What we must keep for our books, such as paid orders, no longer carries your name.`,
      'You are welcome to shop without an account at any time.',
    ],
    notes: [`If it was not you, tell us at once: ${shop.email} or ${shop.phone}.`],
  })
}
