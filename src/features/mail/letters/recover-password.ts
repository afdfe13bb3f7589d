import type { Letter, LetterFacts } from '#features/mail/letters/letter.ts'
import { writeLetter } from '#features/mail/letters/write-letter.ts'

/** To somebody who forgot the password. */
export function recoverPasswordLetter(facts: LetterFacts & { link: string }): Letter {
  const { shop, link } = facts
  return writeLetter(facts, {
    kind: 'recover-password',
    subject: `Set a new password for ${shop.name}`,
    title: 'Set a new password',
    paragraphs: [`Somebody, we hope you, asked for a new password for your account at ${shop.name}.`],
    button: { label: 'Set a new password', link },
    notes: [
      'The link works once, for one hour. If several of these e-mails came, any of them will do.',
      'Setting a new password signs you out everywhere else.',
      'If it was not you, leave this e-mail alone: your password stays as it is. Nobody from the shop will ever ask you for it.',
    ],
  })
}
