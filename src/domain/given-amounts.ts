/** What the shop's tools gave in one turn, each amount as `4500` (KSh) or `10%`: a model's answer may state these and no other (decision 33). */
export interface GivenAmounts {
  /** By product name: a sentence that names products may state only their prices. */
  prices: Map<string, string[]>
  /** Amounts in the visitor's orders and in the shop's help texts. */
  amounts: Set<string>
  /** All other numbers that tools gave, such as in `New Balance 574`. */
  numbers: Set<string>
  /** Numbers that the visitor wrote: they may be repeated as a bound (`under 4,000`) and where no product was found, never as a price. */
  asked: Set<string>
}

/** Whether a sentence holds an amount that no tool gave. Errs on the strict side: any number from 100 up may be an amount, a till or a phone number. */
export function hasUngivenAmount(sentence: string, { prices, amounts, numbers, asked }: GivenAmounts): boolean {
  const named = [...prices.keys()].filter((name) => sentence.toLowerCase().includes(name.toLowerCase()))
  const given = new Set([...amounts, ...(named.length > 0 ? named : [...prices.keys()]).flatMap((name) => prices.get(name) ?? [])])
  if (inWords.some((pattern) => pattern.test(sentence)) || /[^\P{Nd}0-9]/u.test(sentence)) return true
  return amountsIn(sentence).some(({ amount, isMoney, isBound }) => {
    if (given.has(amount) || (isBound && asked.has(amount))) return false
    // Where there are prices, the visitor's number could be taken for one: "Yes, it is 500."
    const isRepeated = prices.size === 0 && asked.has(amount)
    return isMoney || (Number(amount) >= 100 && !numbers.has(amount) && !isRepeated)
  })
}

/** The numbers of a text. `isMoney`: it reads as a price or a percentage; `isBound`: it is the limit of a search. */
export function amountsIn(text: string): { amount: string; isMoney: boolean; isBound: boolean }[] {
  return [...text.matchAll(/(?<![\d.,])(\d{1,3}(?:[ ,.'’]\d{3})+(?!\d)|\d{1,12})(\.\d{1,2})?(?!\d)/g)].map((match) => {
    const before = text.slice(Math.max(0, match.index - 30), match.index)
    const after = text.slice(match.index + match[0].length, match.index + match[0].length + 20)
    const times = (/^\s?(?:k|thousand|grand)\b/i.test(after) || /\belfu\s*$/i.test(before) ? 1000 : 1) * (/\bmia\s*$/i.test(before) ? 100 : 1)
    const value = Number(`${(match[1] as string).replace(/\D/g, '')}${match[2] ?? ''}`) * times
    const isPercent = /^\s?(?:%|per ?cent\b|pct\b|asilimia\b)/i.test(after) || /\basilimia\s*$/i.test(before)
    const isPrice = times > 1 || currencyBefore.test(before) || currencyAfter.test(after) || (priceBefore.test(before) && !countAfter.test(after))
    return { amount: `${value}${isPercent ? '%' : ''}`, isMoney: isPercent || isPrice, isBound: bound.test(before.replace(currencyBefore, '')) }
  })
}

const currencyBefore = /(?:\b(?:k?shs?|kes|usd|bob|shillings?|shilingi)[.:]?|[$€£])\s*$/i
const currencyAfter = /^\s?(?:\/[=-]|k?shs?\b|kes\b|bob\b|shillings?\b|shilingi\b)/i
const priceBefore = /\b(?:costs?|price[ds]?(?: is| at| of)?|bei(?: ni| yake| yao)*|pay|paying|(?:for|at|now) (?:only|just)|only|just|for)[\s:]*$/i
/** Text after a number that counts something other than money. */
const countAfter =
  /^\s?(?:more |other )?(?:pairs?|left|in stock|sizes?|to\b|and\b|or\b|[-–]\s?\d|days?|hours?|minutes?|weeks?|colou?rs?|shoes?|people|steps?|[cm]m\b|years?)/i
const bound =
  /(?:\b(?:under|below|less than|cheaper than|up to|within|at most|no more than|over|above|more than|at least|budget(?: of| is)?|between|maximum|minimum|max|min|chini ya|juu ya|zaidi ya|kati ya|hadi)|\b(?:between|kati ya|from)\s+(?:k?shs?\.?|kes)?\s?[\d,]+\s+(?:and|na|to))\s*$/i
const numberWord =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|moja|mbili|tatu|nne|tano|sita|saba|nane|tisa|kumi|ishirini|mia|elfu|laki'
/** Amounts in words. */
const inWords = [
  /(?<!\d\s?)\b(?:hundred|thousand|million|laki|mia|elfu)\b(?!\s*\d)/i,
  new RegExp(`\\b(?:${numberWord})(?:[\\s-]+\\w+){0,3}?[\\s-]+(?:bob|shillings?|shilingi|kes|k?shs?)\\b`, 'i'),
  new RegExp(`\\b(?:bob|shillings?|shilingi|kes|k?shs?|bei|price|costs?)\\b[\\s:.-]*(?:(?:is|ni|only|just)\\s+)*(?:${numberWord})\\b`, 'i'),
]
