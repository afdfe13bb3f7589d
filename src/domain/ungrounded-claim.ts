/** The facts that the shop's tools returned, which a model's answer may state (decision 19). Amounts in KSh. */
export interface GroundingFacts {
  /** Products with the amounts that may be named as their price. */
  priced: { name: string; amounts: number[] }[]
  /** Amounts in the shop's texts, and totals of the visitor's own order. */
  amounts: Set<number>
  percents: Set<number>
  /** All other figures that the tools returned. */
  figures: Set<number>
  /** Figures that the visitor wrote: the answer may repeat them as a bound, never as a price. */
  asked: Set<number>
  /** The shop's texts, in lower case. */
  words: string
}

/**
 * The kind of claim in a sentence that no fact supports: an invented price, discount, number, promise or action. Null when everything is grounded. Errs
 * on the strict side: a sentence refused here is replaced by the products found.
 */
export function findUngroundedClaim(sentence: string, facts: GroundingFacts): 'amount' | 'percent' | 'figure' | 'promise' | null {
  const named = facts.priced.filter(({ name }) => holds(sentence, name))
  // A sentence that names products may state only their prices.
  const costs = (named.length > 0 ? named : facts.priced).flatMap(({ amounts }) => amounts)
  for (const figure of figuresIn(sentence)) {
    const { kind, value, isBound } = figure
    if (facts.asked.has(value) && isBound) continue
    if (kind === 'amount' && !costs.includes(value) && !facts.amounts.has(value)) return 'amount'
    if (kind === 'percent' && !facts.percents.has(value)) return 'percent'
    if (kind === 'figure' && value >= 100 && ![facts.figures, facts.amounts, facts.asked].some((known) => known.has(value)) && !costs.includes(value))
      return 'figure'
  }
  if (/[^\P{Nd}0-9]/u.test(sentence) || spelt.some((pattern) => pattern.test(sentence))) return 'amount'
  return promises.some(({ claim, unless }) => claim.test(sentence) && !unless?.test(facts.words)) ? 'promise' : null
}

export interface Figure {
  kind: 'amount' | 'percent' | 'figure'
  value: number
  /** Whether it is a bound of a search, such as `under 5,000`. */
  isBound: boolean
}

/** The figures of a text: `KSh 4,500`, `4.5k bob`, `10%`, `574`. */
export function figuresIn(text: string): Figure[] {
  return [...text.matchAll(/(?<![\d.,])(\d{1,3}(?:[ ,.'’]\d{3})+(?!\d)|\d{1,12})(\.\d{1,2})?(?!\d)/g)].map((match) => {
    const before = text.slice(Math.max(0, match.index - 30), match.index)
    const after = text.slice(match.index + match[0].length, match.index + match[0].length + 20)
    const times = (/^\s?(?:k|thousand|grand)\b/i.test(after) || /\belfu\s*$/i.test(before) ? 1000 : 1) * (/\bmia\s*$/i.test(before) ? 100 : 1)
    const value = Number(`${(match[1] as string).replace(/\D/g, '')}${match[2] ?? ''}`) * times
    const isPercent = /^\s?(?:%|per ?cent\b|pct\b|asilimia\b)/i.test(after) || /\basilimia\s*$/i.test(before)
    const isAmount = times > 1 || currencyBefore.test(before) || currencyAfter.test(after) || (priceBefore.test(before) && !countAfter.test(after))
    return { kind: isPercent ? 'percent' : isAmount ? 'amount' : 'figure', value, isBound: bound.test(before.replace(currencyBefore, '')) }
  })
}

const currencyBefore = /(?:\b(?:k?shs?|kes|usd|bob|shillings?|shilingi)[.:]?|[$€£])\s*$/i
const currencyAfter = /^\s?(?:\/[=-]|k?shs?\b|kes\b|bob\b|shillings?\b|shilingi\b)/i
const priceBefore =
  /\b(?:costs?|price[ds]?(?: is| at| of)?|bei(?: ni| yake| yao)*|pay|paying|for (?:only|just)|(?:at|now) (?:only|just)|only|just|for)[\s:]*$/i
/** Text after a figure that counts something other than money. */
const countAfter =
  /^\s?(?:more |other )?(?:pairs?|left|in stock|sizes?|to\b|and\b|or\b|[-–]\s?\d|days?|hours?|minutes?|weeks?|colou?rs?|shoes?|people|steps?|cm\b|mm\b|years?)/i
const bound =
  /(?:\b(?:under|below|beneath|less than|cheaper than|up to|within|at most|no more than|over|above|more than|at least|budget(?: of| is)?|between|maximum|minimum|max|min|chini ya|juu ya|zaidi ya|kati ya|hadi)|\b(?:between|kati ya|from)\s+(?:k?shs?\.?|kes)?\s?[\d,]+\s+(?:and|na|to))\s*$/i

const word =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|moja|mbili|tatu|nne|tano|sita|saba|nane|tisa|kumi|ishirini|mia|elfu|laki'
/** Amounts in words, which the check of figures would miss. */
const spelt = [
  new RegExp(`\\b(?:${word})\\b(?:[\\s-]+\\w+){0,3}?[\\s-]+(?:bob|shillings?|shilingi|kes|k?shs?)\\b`, 'i'),
  new RegExp(`\\b(?:bob|shillings?|shilingi|kes|k?shs?|bei|price|costs?)\\b[\\s:.-]*(?:(?:is|ni|only|just)\\s+)*(?:${word})\\b`, 'i'),
  /(?<!\d\s?)\b(?:hundred|thousand|million|laki)\b/i,
  new RegExp(`\\b(?:mia|elfu)\\s+(?:${word})\\b`, 'i'),
]

/** Promises that visitors talk a model into; allowed where the shop's own texts match `unless`. */
const promises: { claim: RegExp; unless?: RegExp }[] = [
  {
    claim:
      /\b(?:for free|free of charge|(?:is|are|it's|they're) (?:now )?free\b|free (?:delivery|shipping|pairs?|shoes?|sneakers?|gifts?|returns?))|\bbure\b|\bbila malipo\b/i,
    unless: /\bfree\b|\bbure\b|bila malipo/,
  },
  { claim: /\bhalf[- ]price|\bnusu bei|\bbuy one,? get|\b(?:two|2) for (?:one|1|the price)/i },
  { claim: /\b(?:promo|coupon|discount|voucher|gift)[- ]?(?:code|card)s?\b/i, unless: /\b(?:promo|coupon|discount|voucher|gift)[- ]?(?:code|card)/ },
  // The state of an order may be stated only after a tool has read that order.
  {
    claim:
      /^(?!.*\b(?:once|when|after|as soon as|if|until|before)\b).*\b(?:your|the) (?:order|parcel|package)\b[^.!?]{0,40}\b(?:shipped|dispatched|delivered|on (?:its|the) way|arriv\w*|received|confirmed|paid|awaiting|ready)\b/i,
    unless: /\border [0-9a-f]{8}\b/,
  },
  // The assistant only reads; it cannot change anything.
  {
    claim: /\bI(?:'ve| have|'ll| will)?\s+(?:now |just |already )?(?:appl|chang|updat|cancel|refund|plac|mark|reserv|approv|delet|promot|grant)\w*/i,
  },
  {
    claim:
      /\b(?:order|payment|payout|price|discount) (?:has been|have been|is now|was) (?:cancell?ed|refunded|changed|updated|applied|approved|marked|reduced)/i,
  },
  {
    claim:
      /(?<!\b(?:never|not|don't|nobody may) )\b(?:send|give|tell|share|text|reply with|provide|confirm|write|type)\b[^.!?]{0,40}\b(?:pin|password|passcode)\b(?! on your)/i,
  },
  { claim: /\blegally binding\b|\bno takesies\b/i },
]

function holds(sentence: string, name: string): boolean {
  return name.length > 0 && sentence.toLowerCase().includes(name.toLowerCase())
}
