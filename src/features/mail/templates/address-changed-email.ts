import { maskAddress } from '#domain/mail.ts'
import { contactNotes } from '#domain/shop.ts'
import type { Email, EmailFacts } from '#features/mail/templates/email.ts'
import { renderEmail } from '#features/mail/templates/render-email.ts'

/** To the old address of an account, after a new one took its place. The new one is masked: an old mailbox may have a new reader. */
export function addressChangedEmail(facts: EmailFacts & { newAddress: string }): Email {
  const { shop, newAddress } = facts
  return renderEmail(facts, {
    kind: 'address-changed',
    subject: `Your e-mail address for ${shop.name} was changed`,
    title: 'Your e-mail address was changed',
    paragraphs: [
      `Your account at ${shop.name} now uses ${maskAddress(newAddress)}. We no longer write to this address.`,
      ['If it was you, all is well.', ...contactNotes(shop, 'If it was not, tell us at once:')].join(' '),
    ],
    notes: [],
  })
}
