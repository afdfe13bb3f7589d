/**
 * A model's text made safe to show: without markup, addresses or invisible characters (promises §4 H 69). `own` are addresses that stay, such as the
 * shop's e-mail. Takes whole sentences; runs in linear time.
 */
export function plainReply(written: string, own: string[] = []): string {
  const cut = (text: string, [pattern, by]: Removal) =>
    text.replace(pattern, (match: string, first: string) => (own.includes(match) ? match : by === '$1' ? first : by))
  return removals
    .reduce(cut, written.normalize('NFKC'))
    .replace(/[ \t]{2,}/g, ' ')
    .replace(/\n{3,}/g, '\n\n')
}

/** The length of the first complete sentence; 0 while there is none, because an unfinished one may still become an amount, an address or a tag. */
export function endOfSentence(text: string): number {
  const match = /(?<!\b(?:k?shs?|kes|no|nos))[.!?…]["')\]]?\s+|\n+/i.exec(text)
  return match ? match.index + match[0].length : 0
}

/** A space keeps its neighbours from joining to form what was removed. */
type Removal = [pattern: RegExp, by: '' | ' ' | '$1']

/** Applied in this order: invisible characters, markup whose content stays, then what is removed whole. */
const removals: Removal[] = [
  // Control and format characters (zero width, bidi), lone surrogates; line breaks and tabs stay.
  [/[^\P{C}\n\t]/gu, ''],
  [/\*\*([^*\n]{1,500})\*\*/g, '$1'],
  [/__([^_\n]{1,500})__/g, '$1'],
  [/`{1,3}([^`\n]{0,500})`{1,3}/g, '$1'],
  [/^#{1,6}\s+/gm, ''],
  [/!\[[^[\]\n]{0,300}\](?:\([^()\n]*(?:\([^()\n]*\)[^()\n]*){0,3}\)|\[[^[\]\n]{0,300}\])?/g, ' '],
  [/\[([^[\]\n]{0,300})\](?:\([^()\n]*(?:\([^()\n]*\)[^()\n]*){0,3}\)|\[[^[\]\n]{0,300}\])/g, '$1'],
  [/^\s{0,3}\[[^[\]\n]{1,300}\]:.*$/gm, ''],
  [/<[/!?a-z][^<>]*>?/gi, ' '],
  // Addresses: with a scheme, e-mail addresses, and bare host names.
  [/(?:(?:javascript|vbscript)\s?:\s?|\b(?:data:[a-z]+\/|(?:blob|file|mailto|tel|sms|intent|whatsapp):(?=\S)))[^\s)\]}>"']*/gi, ' '],
  [/(?:[a-z][a-z0-9+.-]{0,20}:|(?<![\w/]))\/\/[^\s)\]}>"']*/gi, ' '],
  [/[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/g, ' '],
  [
    /(?<![\w@.-])(?:[\w-]{1,63}\.){1,5}(?:com|net|org|info|biz|io|co|app|dev|shop|store|site|online|xyz|link|ly|me|to|ke|ug|tz|ng|uk|us|ru|cn|zip|test|example|invalid|local|localhost)\b(?![\w-])(?::\d+)?(?:\/[^\s)\]}>"']*)?/gi,
    ' ',
  ],
]

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
