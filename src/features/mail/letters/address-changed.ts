import { maskAddress } from '#domain/mail.ts'
import type { Letter, LetterFacts } from '#features/mail/letters/letter.ts'
import { writeLetter } from '#features/mail/letters/write-letter.ts'

/** To the old address of an account, after a new one took its place. The new one is masked: an old mailbox may have a new reader. */
export function addressChangedLetter(facts: LetterFacts & { newAddress: string }): Letter {
  const { shop, newAddress } = facts
  return writeLetter(facts, {
    kind: 'address-changed',
    subject: `Your e-mail address for ${shop.name} was changed`,
    title: 'Your e-mail address was changed',
    paragraphs: [
      `Your account at ${shop.name} now uses ${maskAddress(newAddress)}. We no longer write to this address.`,
      `If it was you, all is well. If it was not, tell us at once: ${shop.email} or ${shop.phone}.`,
    ],
    notes: [],
  })
}
