import { contactNotes } from '#domain/shop.ts'
import type { Email, EmailFacts } from '#features/mail/templates/email.ts'
import { renderEmail } from '#features/mail/templates/render-email.ts'

/** To each owner: the shop's money goes to another M-Pesa account from now on. Both are masked. */
export function mpesaChangedEmail(facts: EmailFacts & { before: string | null; after: string }): Email {
  const { shop, before, after } = facts
  return renderEmail(facts, {
    kind: 'mpesa-changed',
    subject: `${shop.name} takes its money on another M-Pesa account`,
    title: 'The M-Pesa account was changed',
    paragraphs: [
      'Somebody who signed in as an owner entered it, and paid KSh 1 to it as a test. From now on buyers pay to this account:',
      'If it was you or another owner, all is well. If it was not, set a new password now and enter the right account again: until then the money goes there.',
    ],
    rows: [
      { label: 'Before', value: before ?? 'None of the panel' },
      { label: 'Now', value: after },
    ],
    button: { label: 'Set a new password', link: `${shop.origin}/auth?mode=forgot` },
    notes: contactNotes(shop, 'We answer at'),
  })
}
