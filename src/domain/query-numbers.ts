/** The prices and sizes in a search text. */
export interface QueryNumbers {
  /** EU labels. */
  sizes: string[]
  /** A size of another system, to be converted by the size guide. */
  foreign: { system: 'UK' | 'US'; label: string } | null
  /** KSh after discount, inclusive. */
  minPrice?: number
  maxPrice?: number
}

/** The prices and sizes of a text, and the rest of it in lower case. */
export function readNumbers(text: string): QueryNumbers & { rest: string } {
  let rest = normalise(text)
  const take = (pattern: RegExp): string[] | null => {
    const match = pattern.exec(rest)
    if (!match) return null
    rest = `${rest.slice(0, match.index)} ${rest.slice(match.index + match[0].length)}`
    return match.slice(1)
  }
  const amounts = (pattern: RegExp) => take(pattern)?.map(Number) ?? []
  const between = amounts(range).sort((a, b) => a - b)
  const [minPrice, ceiling] = between.length > 0 ? between : [amounts(lowerBound)[0], amounts(upperBound)[0]]
  const isAlone = (minPrice ?? ceiling) === undefined && Number(alone.exec(rest)?.[1]) >= minBareAmount
  const maxPrice = isAlone ? amounts(alone)[0] : ceiling
  const [system, first, second, systemBehind, bare] = take(foreignSize) ?? []
  const label = first ?? second ?? bare
  const sizes = (take(euSizes) ?? take(oddSize))?.[0]?.match(/\d+(?:\.5)?/g) ?? []
  const foreign = label ? { system: (system ?? systemBehind) === 'us' ? ('US' as const) : ('UK' as const), label } : null
  return { minPrice, maxPrice, sizes: [...new Set(sizes)], foreign, rest }
}

const money = String.raw`(?:(?:ksh|kes|kshs|sh|shs|bob) )?(\d{3,7})(?: (?:ksh|kes|sh|shs|bob|shillings?))?`
const range = new RegExp(String.raw`(?:between|from|kati ya|kutoka)? ?\b${money} (?:(?:and|to|na|hadi|mpaka|or) )?${money}\b`)
const upperBound = new RegExp(
  String.raw`\b(?:(?<!not )(?:under|below|beneath|less than|lesser than|cheaper than)|max(?:imum)?(?: of)?|up to|upto|within|n(?:ot|o) more than|not (?:above|over)|at most|chini ya|isizidi|isiyozidi|hadi|mpaka|budget(?: of| is| ya| yangu ni| yangu)?) ${money}\b`,
)
const lowerBound = new RegExp(
  String.raw`\b(?:(?<!not? )(?:over|above|more than)|at least|from|juu ya|zaidi ya|kuanzia|min(?:imum)?(?: of)?|starting (?:from|at)|not (?:less than|below|under)) ${money}\b`,
)
const alone = new RegExp(String.raw`\b${money}\b`)
const sizeName = '(?:sizes?|saizi|saiz|sais|namba|number|no)'
const foreignSize = new RegExp(
  String.raw`\b(uk|us)(?: ${sizeName})?(?: ya)? (\d{1,2}(?:\.5)?)\b(?! pairs?)|\b(?:${sizeName} )?(\d{1,2}(?:\.5)?) (uk|us)\b|\b${sizeName}(?: ya)? (1[0-5](?:\.5)?|[3-9](?:\.5)?)\b`,
)
const euSizes = new RegExp(
  String.raw`\b(?:(?:eu|eur|european) )?(?:${sizeName}(?: ya| eu| eur)? )?(?:eu )?((?:3[0-9]|4[0-9]|50)(?:\.5)?(?: (?:(?:or|and|au|ama|na|to|hadi) )?(?:3[0-9]|4[0-9]|50)\b)*)\b`,
)
/** Sizes that the shop does not sell are recognised only with a word such as `size`. */
const oddSize = new RegExp(String.raw`\b(?:eu|${sizeName})(?: ya| eu)? (1[6-9]|2[0-9]|5[1-9]|6[0-9])\b`)
/** Smaller amounts count as a price only with words such as `under` or `KSh`. */
const minBareAmount = 500

/** `elfu tatu` is 3000. */
const counts: Record<string, number> = { moja: 1, mbili: 2, tatu: 3, nne: 4, tano: 5, sita: 6, saba: 7, nane: 8, tisa: 9, kumi: 10 }

/** Of a search, and at least that of a message (chatLimits). Bounds the work: normalising may turn one character into eighteen. */
export const maxLength = 1000

/** Normalised amounts: `6,500`, `6.5k` and `KSh6500/=` become `6500`; percentages are removed. */
function normalise(text: string): string {
  return text
    .normalize('NFKC')
    .slice(0, maxLength)
    .toLowerCase()
    .replace(/['’`]/g, '')
    .replace(/</g, ' under ')
    .replace(/>/g, ' over ')
    .replace(/\d+(?:\.\d+)? ?(?:%|percent)/g, ' ')
    .replace(/(\d),(?=\d{3}\b)/g, '$1')
    .replace(/\belfu ([a-z]+)\b/g, (said, count: string) => (Object.hasOwn(counts, count) ? String((counts[count] as number) * 1000) : said))
    .replace(/\b(\d{1,3}(?:\.\d)?) ?k\b/g, (_, thousands: string) => String(Number(thousands) * 1000))
    .replace(/\/[-=]/g, ' ')
    .replace(/(\p{L})(\d)/gu, '$1 $2')
    .replace(/(\d)(\p{L})/gu, '$1 $2')
    .replace(/\bwhat (?:all )?do you (?:sell|have|stock)\b|\bmnauza nini\b/g, ' shoes ')
    .replace(/\b(uk|us)[\s-]((?:wo)?mens?|ladies) (?=(?:size )?\d)/g, '$2 $1 ')
    .replace(/\.(?!5)/g, ' ')
    .replace(/[^\p{L}\d.]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
