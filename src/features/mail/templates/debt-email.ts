import { type Cents, formatMoney } from '#domain/money.ts'
import type { Email, EmailFacts } from '#features/mail/templates/email.ts'
import { renderEmail } from '#features/mail/templates/render-email.ts'

/** The debt of an earlier account is in this wallet now. */
export function debtCarriedEmail(facts: EmailFacts & { amount: Cents }): Email {
  const { shop, amount } = facts
  return renderEmail(facts, {
    kind: 'debt-carried-over',
    subject: `${formatMoney(amount)} was taken off your balance at ${shop.name}`,
    title: 'An earlier account owed us',
    paragraphs: [
      `An account with your e-mail or M-Pesa number was deleted while it owed ${formatMoney(amount)}: commissions that had been paid out, for orders that were cancelled.`,
      'Nothing has to be sent back: it is taken off what you earn.',
    ],
    button: { label: 'Open my wallet', link: `${shop.origin}/affiliate/wallet` },
    notes: [`If you think this is wrong, answer this e-mail or call ${shop.phone}.`],
  })
}
