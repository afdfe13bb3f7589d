import { isForKids, isHeel, isOfficial, isSandal, isSneaker, type Question, slug } from './assistant-questions.ts'

/** Twenty more, written after the assistant was built and not built for: they say how it does with what it was never shown. */
export const heldOut: Question[] = [
  { ask: 'Any red heels in size 37?', shoes: slug('westi-nyekundu'), hard: true },
  {
    ask: 'unisex sneakers, 45, not more than 5k',
    shoes: (shoe) => shoe.is('women-unisex-sneakers', 'men-unisex-sneakers') && shoe.in(45) && shoe.paid <= 5000,
    hard: true,
  },
  { ask: 'how much are the karen penny loafers', shoes: (shoe) => shoe.called(/karen penny/i) },
  {
    ask: 'I need official shoes for my husband, size 44, budget 5600',
    shoes: (shoe) => isOfficial(shoe) && shoe.is('men-shoes', 'loafers') && shoe.in(44) && shoe.paid <= 5600,
    hard: true,
  },
  { ask: 'niko na 3k, naweza pata sandals gani size 40', shoes: (shoe) => isSandal(shoe) && shoe.in(40) && shoe.paid <= 3000, hard: true },
  { ask: 'gold shoes for a dinner', shoes: slug('lamu-dhahabu') },
  { ask: 'lowest price ya jordan', shoes: (shoe) => shoe.is('jordans') },
  { ask: 'kiatu cha mtoto size 30 bei chini ya elfu moja', shoes: (shoe) => isForKids(shoe) && shoe.in(30) && shoe.paid <= 1000, hard: true },
  { ask: 'Do you have Ruka High in purple?', shoes: slug('ruka-nyota') },
  { ask: 'size 46 nike', shoes: (shoe) => shoe.is('nike') && shoe.in(46), hard: true },
  { ask: 'is the Nyali Block Pump Cobalt available', shoes: slug('nyali-bahari'), named: true, says: /sold out/i },
  { ask: 'puma size 43', none: true },
  { ask: 'heels size 43', none: true, says: /43.*42/s },
  { ask: 'black sneakers and black sandals', shoes: (shoe) => shoe.called(/black/i) && (isSneaker(shoe) || isSandal(shoe)), hard: true },
  { ask: 'Can you ship to Garissa and how many days', help: ['shipping'] },
  { ask: 'mpesa prompt haijakuja', help: ['faq'], says: /prompt/i, hard: true },
  { ask: 'i want my money back', help: ['shipping', 'faq', 'terms'] },
  { ask: 'what if my feet are 26 cm long', help: ['size-guide'], says: /EU 41/ },
  { ask: 'who won the match yesterday', none: true, leads: /^https:\/\/wa\.me\// },
  { ask: 'heels wit discount below 4k', shoes: (shoe) => isHeel(shoe) && shoe.discountPercentage > 0 && shoe.paid <= 4000, hard: true },
]
