import { Suspense } from 'react'
import type { ProductCard } from '#domain/catalogue.ts'
import { productUrl } from '#web/addresses.ts'
import { useOwnLink } from '#web/affiliate/own-link.tsx'
import { lazyPart } from '#web/first-paint/lazy-parts.tsx'

/** Only affiliates load it. */
const ShareNotice = lazyPart(() => import('#web/affiliate/share.tsx').then(({ ShareNotice }) => ShareNotice))

/** The product page's notice for affiliates (spec §2, Product detail). */
export function ProductShare({ product }: { product: ProductCard }) {
  const link = useOwnLink()?.(productUrl(product.id))
  return (
    link && (
      <Suspense>
        <ShareNotice product={product} link={link} />
      </Suspense>
    )
  )
}
