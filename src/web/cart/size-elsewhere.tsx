import { Link } from 'react-router'
import { titleOf } from '#domain/catalogue.ts'
import { Notice } from '#ui/kit/notice.tsx'
import { categoryUrl, listUrl, productsUrl } from '#web/addresses.ts'

interface SizeElsewhereProps {
  size: string
  /** Of the shoe that has it no more; without one, all shoes are shown. */
  category?: { name: string; slug: string } | null
  onLeave?: () => void
}

/** A sold-out size: that it is, and the way to shoes that have it. */
export function SizeElsewhere({ size, category, onLeave }: SizeElsewhereProps) {
  const base = category ? categoryUrl(category.slug) : productsUrl
  return (
    <Notice tone="amber">
      Size {size} is sold out in this shoe.{' '}
      <Link className="lnk" to={listUrl(base, { size })} onClick={onLeave}>
        See size {size} in {category ? `other ${titleOf(category)}` : 'other shoes'}
      </Link>
    </Notice>
  )
}
