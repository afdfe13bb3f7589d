import type { Email, EmailFacts } from '#features/mail/templates/email.ts'
import { renderEmail } from '#features/mail/templates/render-email.ts'

/** To the new address of an account, before it replaces the old one. */
export function confirmNewAddressEmail(facts: EmailFacts & { link: string }): Email {
  const { shop, link } = facts
  return renderEmail(facts, {
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
