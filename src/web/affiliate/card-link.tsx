import type { ProductCard } from '#domain/catalogue.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { productUrl } from '#web/addresses.ts'
import { useOwnLink } from '#web/affiliate/use-own-link.ts'
import { copy } from '#web/browser/copy.ts'

/** The copy button on product cards, for affiliates (spec §2, Product card). */
export function CardLink({ product: { id, name } }: { product: ProductCard }) {
  const link = useOwnLink()?.(productUrl(id))
  if (!link) return null
  return (
    <button type="button" className="card-link" aria-label={`Copy Affiliate Link: ${name}`} onClick={() => void copy('link', link)}>
      <Icon name="copy" small /> Copy Affiliate Link
    </button>
  )
}
