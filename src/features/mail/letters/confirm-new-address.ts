import type { Letter, LetterFacts } from '#features/mail/letters/letter.ts'
import { writeLetter } from '#features/mail/letters/write-letter.ts'

/** To the new address of an account, before it becomes that. */
export function confirmNewAddressLetter(facts: LetterFacts & { link: string }): Letter {
  const { shop, link } = facts
  return writeLetter(facts, {
    kind: 'confirm-new-address',
    subject: `Confirm your new e-mail address for ${shop.name}`,
    title: 'Confirm your new e-mail address',
    paragraphs: [`You asked to use this address for your account at ${shop.name}. It takes the place of the old one when you confirm it.`],
    button: { label: 'Use this address', link },
    notes: [
      'The link works once, for one hour. Until then you sign in with your old address.',
      'If you did not ask for this, leave this e-mail alone: nothing happens without the link.',
    ],
  })
}
