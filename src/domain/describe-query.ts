import { formatShillings } from '#domain/money.ts'
import type { SearchQuery } from '#domain/search-query.ts'

/** A parsed search in words: `black loafers for men in size 42 up to KSh 4,000`. */
export function describeQuery({ kinds, audience, colours, names, said, sizes, minPrice, maxPrice, onOffer }: SearchQuery): string {
  const [least, most] = [minPrice, maxPrice].map((price) => price !== undefined && formatShillings(price))
  const labels = kinds.map((group) => group.map(({ label }) => label))
  return [
    ...said,
    formatList(colours, 'or'),
    labels.map((group) => formatList(group, 'or')).join(' and ') || 'shoes',
    names.length > 0 && `called “${names.join(' ')}”`,
    audience && `for ${audience}`,
    sizes.length > 0 && `in size ${formatList(sizes, 'or')}`,
    onOffer && 'at a discount',
    least && `from ${least}`,
    most && `${least ? 'to' : 'up to'} ${most}`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** `39, 40 and 42`. */
export function formatList(words: string[], last = 'and'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`
}
