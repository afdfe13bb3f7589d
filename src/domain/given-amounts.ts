/** What a model's answer may state, each amount as `4500` (KSh) or `10%` (decision 33). */
export interface GivenAmounts {
  /** Those of the shop's cards and of its own words. */
  prices: Set<string>
  /** All other numbers that tools gave, such as in `New Balance 574`: never a price. */
  numbers: Set<string>
  /** Numbers that the visitor wrote: they may be repeated as a bound (`under 4,000`) and where there are no prices, never as a price. */
  asked: Set<string>
}

/** Sizes, days and pairs are no more; a higher number may be an amount, a till or a phone. */
const maxCount = 60

/** Whether a sentence holds an amount that no tool gave. Errs on the strict side. */
export function hasUngivenAmount(sentence: string, { prices, numbers, asked }: GivenAmounts): boolean {
  return amountsIn(sentence).some(({ amount, isPrice, isBound }) => {
    // Beside prices, the visitor's number could be taken for one: "Yes, it is 500."
    const isRepeated = asked.has(amount) && (isBound || (!isPrice && prices.size === 0))
    return !prices.has(amount) && !isRepeated && (isPrice || (Number(amount) > maxCount && !numbers.has(amount)))
  })
}

/** The numbers of a text. `isPrice`: it reads as a price or a percentage; `isBound`: it is the limit of a search. */
export function amountsIn(text: string): { amount: string; isPrice: boolean; isBound: boolean }[] {
  return [...text.matchAll(numbers)].map(({ 0: written, 1: figures, 2: cents = '', 3: smallWord, index }) => {
    const before = text.slice(Math.max(0, index - 30), index)
    const after = text.slice(index + written.length, index + written.length + 20)
    const isCost = priceBefore.test(before) || priceAfter.test(after)
    if (!figures) return { amount: written, isPrice: isCost || !smallWord, isBound: false }
    const times = (/^\s?(?:k|thousand|grand)\b/i.test(after) || /\belfu\s*$/i.test(before) ? 1000 : 1) * (/\bmia\s*$/i.test(before) ? 100 : 1)
    const percent = /^\s?(?:%|per ?cent\b|pct\b|asilimia\b)/i.test(after) || /\basilimia\s*$/i.test(before) ? '%' : ''
    const value = Number(figures.replace(/\D/g, '') + cents) * times
    const isPrice = isCost || times > 1 || percent !== '' || (value > maxCount && offerBefore.test(before))
    return { amount: `${value}${percent}`, isPrice, isBound: bound.test(before.replace(priceBefore, '')) }
  })
}

const priceBefore =
  /(?:\b(?:k?shs?|kes|usd|bob|shillings?|shilingi|costs?|price[ds]?|bei|pay|paying|yours(?: for)?)(?: (?:is|of|now|only|just|at|you|ni|yake|yao))*[.,:]?|[$€£])\s*$/i
const offerBefore = /\b(?:only|just|for)[\s:]*$/i
const priceAfter = /^\s?(?:kenyan? )?(?:\/[=-]|k?shs?\b|kes\b|bob\b|shillings?\b|shilingi\b)/i
const bound =
  /(?:\b(?:under|below|less than|cheaper than|up to|within|at most|no more than|over|above|more than|at least|budget(?: of| is)?|between|maximum|minimum|max|min|chini ya|juu ya|zaidi ya|kati ya|hadi)|\b(?:between|kati ya|from)\s+(?:k?shs?\.?|kes)?\s?[\d,]+\s+(?:and|na|to))\s*$/i
const smallWords =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|moja|mbili|tatu|nne|tano|sita|saba|nane|tisa|kumi|ishirini'
/** In figures; in small words, which may count anything; in large words and in figures of other scripts, which the shop never writes. */
const numbers = new RegExp(
  String.raw`(?<!\d[.,]?)(\d{1,3}(?:[ ,.'’]\d{3})+(?!\d)|\d{1,12})(\.\d{1,2})?(?!\d)|\b(${smallWords})\b|\b(?:hundred|million|laki)\b|(?<!\d\s?)\b(?:thousand|mia|elfu)\b(?!\s*\d)|(?!\d)\p{Nd}+`,
  'giu',
)
