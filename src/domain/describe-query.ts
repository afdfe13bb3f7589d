import { formatShillings } from '#domain/money.ts'
import type { SearchQuery } from '#domain/search-query.ts'

/** A parsed search in words: `black loafers for men in size 42 up to KSh 4,000`. */
export function describeQuery({ kinds, audience, colours, names, said, sizes, minPrice, maxPrice, onOffer }: SearchQuery): string {
  const kind = kinds
    .map((group) =>
      formatList(
        group.map(({ label }) => label),
        'or',
      ),
    )
    .join(' and ')
  return [
    ...said,
    formatList(colours, 'or'),
    kind || 'shoes',
    names.length > 0 && `called “${names.join(' ')}”`,
    audience && `for ${audience}`,
    sizes.length > 0 && `in size ${formatList(sizes, 'or')}`,
    onOffer && 'at a discount',
    minPrice !== undefined && maxPrice !== undefined
      ? `from ${formatShillings(minPrice)} to ${formatShillings(maxPrice)}`
      : minPrice !== undefined
        ? `from ${formatShillings(minPrice)}`
        : maxPrice !== undefined && `up to ${formatShillings(maxPrice)}`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** `39, 40 and 42`. */
export function formatList(words: string[], last = 'and'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`
}
