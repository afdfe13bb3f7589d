import { type Cents, formatMoney } from '#domain/money.ts'
import { maskPhone } from '#domain/phone.ts'
import type { Letter, LetterFacts } from '#features/mail/letters/letter.ts'
import { writeLetter } from '#features/mail/letters/write-letter.ts'

/** The money of a payout has arrived. */
export function payoutPaidLetter(facts: LetterFacts & { amount: Cents; phone: string; receipt: string }): Letter {
  const { shop, amount, phone, receipt } = facts
  return writeLetter(facts, {
    kind: 'payout-paid',
    subject: `${shop.name} paid you ${formatMoney(amount)}`,
    title: 'Your commission was paid',
    paragraphs: [`${formatMoney(amount)} went to your M-Pesa number ${maskPhone(phone)}. M-Pesa receipt: ${receipt}.`],
    button: { label: 'Open my wallet', link: `${shop.origin}/affiliate/wallet` },
    notes: [`If the money did not arrive, tell us: ${shop.email} or ${shop.phone}.`],
  })
}

/** It was not paid, and why; the money is back in the balance. */
export function payoutRejectedLetter(facts: LetterFacts & { amount: Cents; reason: string }): Letter {
  const { shop, amount, reason } = facts
  return writeLetter(facts, {
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

/** A payout that is held: its number is new, and no password came with the request. */
export function payoutHeldLetter(facts: LetterFacts & { amount: Cents; phone: string }): Letter {
  const { shop, amount, phone } = facts
  return writeLetter(facts, {
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
