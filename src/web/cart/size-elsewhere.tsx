import { Link } from 'react-router'
import { oneSize, titleOf } from '#domain/catalogue.ts'
import { Notice } from '#ui/kit/notice.tsx'
import { categoryUrl, listUrl, productsUrl } from '#web/addresses.ts'
import { useMenu } from '#web/shop-facts.ts'

interface SizeElsewhereProps {
  size: string
  /** The product's category; without one the link leads to all shoes. */
  category?: { name: string; slug: string } | null
  onLeave?: () => void
}

/** Says that a size is sold out, with a link to shoes that are available in it. */
export function SizeElsewhere({ size, category, onLeave }: SizeElsewhereProps) {
  const menu = useMenu()
  if (size === oneSize) return <Notice tone="amber">This shoe is sold out.</Notice>
  const base = category ? categoryUrl(category.slug) : productsUrl
  return (
    <Notice tone="amber">
      Size {size} is sold out in this shoe.{' '}
      <Link className="link" to={listUrl(base, { size })} onClick={onLeave}>
        See size {size} in {category ? `other ${titleOf(menu, category)}` : 'other shoes'}
      </Link>
    </Notice>
  )
}
