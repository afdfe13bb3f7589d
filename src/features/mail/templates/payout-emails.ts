import { type Cents, formatMoney } from '#domain/money.ts'
import { maskPhone } from '#domain/phone.ts'
import type { Email, EmailFacts } from '#features/mail/templates/email.ts'
import { renderEmail } from '#features/mail/templates/render-email.ts'

/** The money of a payout has arrived. */
export function payoutPaidEmail(facts: EmailFacts & { amount: Cents; phone: string; receipt: string }): Email {
  const { shop, amount, phone, receipt } = facts
  return renderEmail(facts, {
    kind: 'payout-paid',
    subject: `${shop.name} paid you ${formatMoney(amount)}`,
    title: 'Your commission was paid',
    paragraphs: [`${formatMoney(amount)} went to your M-Pesa number ${maskPhone(phone)}. M-Pesa receipt: ${receipt}.`],
    button: { label: 'Open my wallet', link: `${shop.origin}/affiliate/wallet` },
    notes: [`If the money did not arrive, tell us: ${shop.email} or ${shop.phone}.`],
  })
}

/** The payout was not paid, and why; the money is back in the balance. */
export function payoutRejectedEmail(facts: EmailFacts & { amount: Cents; reason: string }): Email {
  const { shop, amount, reason } = facts
  return renderEmail(facts, {
    kind: 'payout-rejected',
    subject: `Your payout from ${shop.name} was not made`,
    title: 'Your payout was not made',
    paragraphs: [
      `Your payout of ${formatMoney(amount)} was not made: ${reason.replace(/\.$/, '')}.`,
      'The money is back in your balance. You can ask for a new payout.',
    ],
    button: { label: 'Open my wallet', link: `${shop.origin}/affiliate/wallet` },
    notes: [],
  })
}

/** A payout that is held: its number is new, and the request came without a password. */
export function payoutHeldEmail(facts: EmailFacts & { amount: Cents; phone: string }): Email {
  const { shop, amount, phone } = facts
  return renderEmail(facts, {
    kind: 'payout-held',
    subject: `We look at your payout from ${shop.name} first`,
    title: 'We look at this payout first',
    paragraphs: [
      `A payout of ${formatMoney(amount)} to the M-Pesa number ${maskPhone(phone)} was asked for in your name. Your last payout was to another number, so we look at it before we pay.`,
      'If this was not you, cancel it in your wallet and change your password.',
    ],
    button: { label: 'Open my wallet', link: `${shop.origin}/affiliate/wallet` },
    notes: [`Questions? Tell us: ${shop.email} or ${shop.phone}.`],
  })
}
