/** What a letter to an affiliate may name, each with what stands there in the preview. */
export const affiliateFields = {
  shop: { does: 'The name of the shop', example: 'Viatu' },
  phone: { does: 'The phone of the shop', example: '+254 700 000 000' },
  email: { does: 'The e-mail address of the shop', example: 'hello@viatu.example' },
  amount: { does: 'The money that the letter is about', example: 'KSh 450' },
  code: { does: 'The code of the order', example: '3f9a21c8' },
  reason: { does: 'Why', example: 'The order was cancelled' },
  receipt: { does: "M-Pesa's receipt", example: 'QKJ4XT81ZP' },
  payout_phone: { does: 'The number that is paid, most of it hidden', example: '07•• ••• 678' },
  affiliate_code: { does: 'Their code', example: 'KAMAU23' },
  link: { does: 'Their link to the home page', example: 'https://shop.example.com/?ref=KAMAU23' },
  percent: { does: 'The commission, per cent', example: '10' },
  link_days: { does: 'Days that a link counts', example: '30' },
} as const
export type AffiliateField = keyof typeof affiliateFields

interface AffiliateLetter {
  label: string
  title: string
  subject: string
  letter: string
  button: string
  /** What its button opens. */
  leads: '/affiliate' | '/affiliate/wallet'
  /** What the letter must name, to be one. */
  needs: { subject: AffiliateField[]; letter: AffiliateField[] }
}

const page = { button: 'Open my affiliate page', leads: '/affiliate' } as const
const wallet = { button: 'Open my wallet', leads: '/affiliate/wallet' } as const
const wrong = 'If you think this is wrong, answer this e-mail[ or call {phone}].'

/** The letters to affiliates as a shop is born with them, written as those to buyers (domain/message-texts.ts). None names a buyer. */
export const affiliateLetters = {
  affiliate_welcome: {
    ...page,
    label: 'New affiliate',
    needs: { subject: ['shop'], letter: ['affiliate_code'] },
    subject: 'You are an affiliate of {shop}',
    title: 'Welcome to the affiliate program',
    letter:
      'Your code is {affiliate_code}. Links that carry it earn you {percent}% of what people buy through them. Copy them from any product page, or make one for any page of the shop on your affiliate page.\n\nYour link to the home page: {link}\n\nA link counts for {link_days} days after the last click. A commission is pending until the shop approves it after delivery; then you can ask for a payout to your M-Pesa number.\n\nWhat you buy through your own links earns nothing.',
  },
  affiliate_sale: {
    ...page,
    label: 'A link brought a sale',
    needs: { subject: ['shop'], letter: ['code', 'amount'] },
    subject: 'Your link brought a sale at {shop}',
    title: 'Your link brought a sale',
    letter:
      'Order {code} came through your link and is paid. Your commission is {amount}.\n\nIt is pending until the shop approves it after delivery. We write again then.',
  },
  affiliate_paused: {
    ...page,
    label: 'Links paused',
    needs: { subject: ['shop'], letter: ['reason'] },
    subject: 'Your affiliate links at {shop} are paused',
    title: 'Your affiliate links are paused',
    letter: `We paused your affiliate links: {reason}.\n\nOrders that come through them earn nothing until we let them go on. What you earned before stays, and can be paid out.\n\n${wrong}`,
  },
  affiliate_resumed: {
    ...page,
    label: 'Links count again',
    needs: { subject: ['shop'], letter: [] },
    subject: 'Your affiliate links at {shop} count again',
    title: 'Your affiliate links count again',
    letter: 'Orders that come through your links earn you {percent}% again from now on.',
  },
  commission_approved: {
    ...wallet,
    label: 'Commission approved',
    needs: { subject: ['shop'], letter: ['amount', 'code'] },
    subject: 'You earned {amount} at {shop}',
    title: 'Your commission was approved',
    letter: '{amount} for order {code} is in your balance now. You can ask for a payout to your M-Pesa number at any time.',
  },
  commission_rejected: {
    ...wallet,
    label: 'Commission rejected',
    needs: { subject: ['shop'], letter: ['amount', 'code', 'reason'] },
    subject: 'A commission at {shop} was rejected',
    title: 'A commission was rejected',
    letter: `The commission of {amount} for order {code} was rejected: {reason}.\n\n${wrong}`,
  },
  commission_taken_back: {
    ...wallet,
    label: 'Commission taken back',
    needs: { subject: ['shop'], letter: ['amount', 'code', 'reason'] },
    subject: 'A commission at {shop} was taken back',
    title: 'A commission was taken back',
    letter: `The commission of {amount} for order {code} was taken back: {reason}.\n\nIt had been paid out, or counted in a payout, already. Nothing has to be sent back: it is taken off what you earn next.\n\n${wrong}`,
  },
  payout_paid: {
    ...wallet,
    label: 'Payout paid',
    needs: { subject: ['shop'], letter: ['amount', 'receipt'] },
    subject: '{shop} paid you {amount}',
    title: 'Your commission was paid',
    letter:
      '{amount} went to your M-Pesa number {payout_phone}. M-Pesa receipt: {receipt}.\n\nIf the money did not arrive, [tell us: {email} or {phone}|answer this e-mail].',
  },
  payout_rejected: {
    ...wallet,
    label: 'Payout not made',
    needs: { subject: ['shop'], letter: ['amount', 'reason'] },
    subject: 'Your payout from {shop} was not made',
    title: 'Your payout was not made',
    letter: 'Your payout of {amount} was not made: {reason}.\n\nThe money is back in your balance. You can ask for a new payout.',
  },
  payout_held: {
    ...wallet,
    label: 'Payout looked at first',
    needs: { subject: ['shop'], letter: ['amount', 'payout_phone'] },
    subject: 'We look at your payout from {shop} first',
    title: 'We look at this payout first',
    letter:
      'A payout of {amount} to the M-Pesa number {payout_phone} was asked for in your name. Your last payout was to another number, so we look at it before we pay.\n\nIf this was not you, cancel it in your wallet and change your password.\n\nQuestions? [Tell us: {email} or {phone}|Answer this e-mail].',
  },
  debt_carried_over: {
    ...wallet,
    label: 'Debt of an earlier account',
    needs: { subject: ['shop'], letter: ['amount'] },
    subject: '{amount} was taken off your balance at {shop}',
    title: 'An earlier account owed us',
    letter: `An account with your e-mail or M-Pesa number was deleted while it owed {amount}: commissions that had been paid out, for orders that were cancelled.\n\nNothing has to be sent back: it is taken off what you earn.\n\n${wrong}`,
  },
} as const satisfies Record<string, AffiliateLetter>
export type AffiliateLetterName = keyof typeof affiliateLetters
