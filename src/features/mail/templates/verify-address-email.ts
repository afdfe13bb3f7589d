import type { Email, EmailFacts } from '#features/mail/templates/email.ts'
import { renderEmail } from '#features/mail/templates/render-email.ts'

/** To a new account: asks the user to prove that the address is theirs. */
export function verifyAddressEmail(facts: EmailFacts & { link: string }): Email {
  const { shop, link } = facts
  return renderEmail(facts, {
    kind: 'verify-address',
    subject: `Confirm your e-mail address for ${shop.name}`,
    title: 'Confirm your e-mail address',
    paragraphs: [`Your account at ${shop.name} is almost ready. Confirm that this address is yours with the password you chose.`],
    button: { label: 'Confirm my e-mail address', link },
    notes: [
      'The link works once, for one hour. When it is too old, sign in and we send you another.',
      'If you did not open an account with us, leave this e-mail alone: nothing happens without the link.',
    ],
  })
}
