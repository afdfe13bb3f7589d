import { type Cents, formatMoney } from '#domain/money.ts'
import type { Email, EmailFacts } from '#features/mail/templates/email.ts'
import { renderEmail } from '#features/mail/templates/render-email.ts'

/** The facts in e-mails about a commission. */
export interface CommissionFacts extends EmailFacts {
  /** The short code of the order. */
  order: string
  amount: Cents
}

const toWallet = (shop: EmailFacts['shop']) => ({ label: 'Open my wallet', link: `${shop.origin}/affiliate/wallet` })

/** An admin approved the commission: it is in the balance now. */
export function commissionApprovedEmail(facts: CommissionFacts): Email {
  const { shop, order, amount } = facts
  return renderEmail(facts, {
    kind: 'commission-approved',
    subject: `You earned ${formatMoney(amount)} at ${shop.name}`,
    title: 'Your commission was approved',
    paragraphs: [`${formatMoney(amount)} for order ${order} is in your balance now. You can ask for a payout to your M-Pesa number at any time.`],
    button: toWallet(shop),
    notes: [],
  })
}

/** The commission will not be paid, and why. */
export function commissionRejectedEmail(facts: CommissionFacts & { reason: string }): Email {
  const { shop, order, amount, reason } = facts
  return renderEmail(facts, {
    kind: 'commission-rejected',
    subject: `A commission at ${shop.name} was rejected`,
    title: 'A commission was rejected',
    paragraphs: [`The commission of ${formatMoney(amount)} for order ${order} was rejected: ${reason}.`],
    button: toWallet(shop),
    notes: [`If you think this is wrong, answer this e-mail or call ${shop.phone}.`],
  })
}

/** The commission was paid out, or promised to a payout, before its order was cancelled. */
export function commissionTakenBackEmail(facts: CommissionFacts & { reason: string }): Email {
  const { shop, order, amount, reason } = facts
  return renderEmail(facts, {
    kind: 'commission-taken-back',
    subject: `A commission at ${shop.name} was taken back`,
    title: 'A commission was taken back',
    paragraphs: [
      `The commission of ${formatMoney(amount)} for order ${order} was taken back: ${reason}.`,
      'It had been paid out, or counted in a payout, already. Nothing has to be sent back: it is taken off what you earn next.',
    ],
    button: toWallet(shop),
    notes: [`If you think this is wrong, answer this e-mail or call ${shop.phone}.`],
  })
}
