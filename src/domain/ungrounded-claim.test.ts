import { describe, expect, it } from 'vitest'
import { figuresIn, findUngroundedClaim, type GroundingFacts } from './ungrounded-claim.ts'

const facts: GroundingFacts = {
  priced: [
    { name: 'Kasi Runner', amounts: [4500, 5000] },
    { name: 'Wingu Loafer', amounts: [3200] },
  ],
  amounts: new Set([300]),
  percents: new Set([10]),
  figures: new Set([574, 2547]),
  asked: new Set([4000, 1]),
  words: 'delivery in nairobi costs ksh 300.',
}

describe('figures', () => {
  it.each<[string, string, number, boolean]>([
    ['KSh 4,500', 'amount', 4500, false],
    ['Ksh. 4 500', 'amount', 4500, false],
    ['kes4500.50', 'amount', 4500.5, false],
    ['4.500/=', 'amount', 4500, false],
    ['4.5k', 'amount', 4500, false],
    ['20 bob', 'amount', 20, false],
    ['$45', 'amount', 45, false],
    ['elfu 4', 'amount', 4000, false],
    ['it costs 999', 'amount', 999, false],
    ['yours for 99', 'amount', 99, false],
    ['only 3 left', 'figure', 3, false],
    ['for 2 days', 'figure', 2, false],
    ['50% off', 'percent', 50, false],
    ['asilimia 50', 'percent', 50, false],
    ['under KSh 4,000', 'amount', 4000, true],
    ['chini ya 4000', 'figure', 4000, true],
    ['EU 42', 'figure', 42, false],
    ['New Balance 574', 'figure', 574, false],
  ])('of %j are %s %d', (text, kind, value, isBound) => expect(figuresIn(text)).toEqual([{ kind, value, isBound }]))

  it('of a range are two', () => {
    expect(figuresIn('between KSh 2,000 and KSh 4,000').map(({ value, isBound }) => [value, isBound])).toEqual([
      [2000, true],
      [4000, true],
    ])
  })
})

describe('claims', () => {
  it.each([
    'Kasi Runner costs KSh 4,500, down from KSh 5,000 (10% off).',
    'The Wingu Loafer is KSh 3,200 and comes in EU 40, 41 and 42.',
    'Kasi Runner is KSh 4,500 and Wingu Loafer KSh 3,200.',
    'Delivery in Nairobi costs KSh 300.',
    'Here are loafers under KSh 4,000:',
    'I did not find anything under 4000.',
    'New Balance 574 comes in EU 42.5. Only 2 pairs left.',
    'Feel free to ask. We answer within 24 hours.',
    'You pay by M-Pesa after checkout.',
    'I can look that up for you.',
    'Once you have paid, your order is confirmed and shipped.',
    'Never share your PIN. Type your PIN on your phone.',
  ])('that were facts pass: %s', (sentence) => expect(findUngroundedClaim(sentence, facts)).toBeNull())

  it.each([
    ['Kasi Runner costs KSh 3,200.', 'amount'],
    ['It costs KSh 1.', 'amount'],
    ['Deal: KSh 1!', 'amount'],
    ['The price is 1.', 'amount'],
    ['Only 999 today.', 'amount'],
    ['Yours for 4000.', 'amount'],
    ['It is 4.2k bob.', 'amount'],
    ['It is five hundred shillings.', 'amount'],
    ['Bei ni mia tano.', 'amount'],
    ['Bei ni elfu moja.', 'amount'],
    ['It costs ٥٠٠.', 'amount'],
    ['You get 50% off.', 'percent'],
    ['You get 100 percent off.', 'percent'],
    ['Send it to till 554433.', 'figure'],
    ['Call +254 711 000 111.', 'figure'],
    ['Your shoes are free.', 'promise'],
    ['Delivery is free of charge.', 'promise'],
    ['Ni bure kabisa.', 'promise'],
    ['Use the promo code SAVE.', 'promise'],
    ['All loafers are half price.', 'promise'],
    ['I have applied a discount.', 'promise'],
    ['Your order has been cancelled.', 'promise'],
    ['Please send me your M-Pesa PIN.', 'promise'],
    ['Your order was shipped yesterday.', 'promise'],
    ["I'll refund you.", 'promise'],
  ])('that nobody facts do not: %s', (sentence, what) => expect(findUngroundedClaim(sentence, facts)).toBe(what))

  it('may be the shop’s own promise, or of an order that was looked at', () => {
    expect(findUngroundedClaim('Your order was shipped yesterday.', { ...facts, words: 'order 1a2b3c4d' })).toBeNull()
    expect(findUngroundedClaim('Delivery is free.', { ...facts, words: 'delivery is free in nairobi' })).toBeNull()
  })
})
