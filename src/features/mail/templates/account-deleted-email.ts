import { type Cents, formatMoney } from '#domain/money.ts'
import { contactNotes } from '#domain/shop.ts'
import type { Email, EmailFacts } from '#features/mail/templates/email.ts'
import { renderEmail } from '#features/mail/templates/render-email.ts'

/** The last letter to an account; `forfeit` is what an affiliate gave up, `owed` what stays owed. */
export function accountDeletedEmail(facts: EmailFacts & { forfeit: Cents; owed: Cents }): Email {
  const { shop, forfeit, owed } = facts
  return renderEmail(facts, {
    kind: 'account-deleted',
    subject: `Your account at ${shop.name} was deleted`,
    title: 'Your account was deleted',
    paragraphs: [
      `Your account at ${shop.name} is gone, and so is what it held about you. What we must keep for our books, such as paid orders, no longer carries your name.`,
      ...(forfeit > 0 ? [`You gave up ${formatMoney(forfeit)} of commissions that had not been paid out.`] : []),
      ...(owed > 0
        ? [
            `Your wallet stood at −${formatMoney(owed)}. That stays owed: if you become an affiliate again with the same e-mail or M-Pesa number, it is taken off what you earn. Until then we keep it under a code that names nobody.`,
          ]
        : []),
      'You are welcome to shop without an account at any time.',
    ],
    notes: contactNotes(shop, 'If it was not you, tell us at once:'),
  })
}
