import type { Email, EmailFacts } from '#features/mail/templates/email.ts'
import { renderEmail } from '#features/mail/templates/render-email.ts'

/** To a user who forgot the password. */
export function recoverPasswordEmail(facts: EmailFacts & { link: string }): Email {
  const { shop, link } = facts
  return renderEmail(facts, {
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
