import { contactNotes } from '#domain/shop.ts'
import type { Email, EmailFacts } from '#features/mail/templates/email.ts'
import { renderEmail } from '#features/mail/templates/render-email.ts'

/** After a password was changed; `link` leads to where a new one can be asked for. */
export function passwordChangedEmail(facts: EmailFacts & { link?: string }): Email {
  const { shop, link } = facts
  return renderEmail(facts, {
    kind: 'password-changed',
    subject: `Your password for ${shop.name} was changed`,
    title: 'Your password was changed',
    paragraphs: [
      `The password of your account at ${shop.name} has just been changed, and every other device was signed out.`,
      'If it was you, all is well. If it was not, set a new password now and tell us.',
    ],
    ...(link && { button: { label: 'Set a new password', link } }),
    notes: contactNotes(shop, 'We answer at'),
  })
}
