import { contactNotes } from '#domain/shop.ts'
import type { Email, EmailFacts } from '#features/mail/templates/email.ts'
import { renderEmail } from '#features/mail/templates/render-email.ts'

/** After two-step sign-in was turned on or off; `link` leads to where a new password can be asked for. */
export function secondFactorChangedEmail(facts: EmailFacts & { isOn: boolean; link: string }): Email {
  const { shop, isOn, link } = facts
  return renderEmail(facts, {
    kind: 'second-factor-changed',
    subject: `Two-step sign-in for ${shop.name} was turned ${isOn ? 'on' : 'off'}`,
    title: `Two-step sign-in was turned ${isOn ? 'on' : 'off'}`,
    paragraphs: [
      isOn
        ? `Signing in to your account at ${shop.name} now asks for a code as well, and every other device was signed out.`
        : `Signing in to your account at ${shop.name} now asks for the password alone, and every other device was signed out.`,
      'If it was you, all is well. If it was not, set a new password now and tell us.',
    ],
    button: { label: 'Set a new password', link },
    notes: contactNotes(shop, 'We answer at'),
  })
}
