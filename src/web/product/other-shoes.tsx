import { Link } from '#ui/kit/link.tsx'
import { Picture } from '#ui/kit/picture.tsx'
import { productUrl } from '#web/addresses.ts'
import './other-shoes.css'

interface OtherShoesProps {
  /** The id of the heading. */
  id: string
  title: string
  shoes: { id: string; name: string; image_url: string | null }[]
  /** Adds the page's margins. */
  wrap?: boolean
  /** For cached pages: pictures are not lazy and links are not prefetched. */
  eager?: boolean
}

/** A row of small product links; null without products. */
export function OtherShoes({ id, title, shoes, wrap, eager }: OtherShoesProps) {
  if (shoes.length === 0) return null
  return (
    <section className={wrap ? 'container other-shoes' : 'other-shoes'} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul>
        {shoes.map((shoe) => (
          <li key={shoe.id}>
            <Link to={productUrl(shoe.id)} prefetch={eager ? 'none' : 'intent'}>
              <span className="product-picture">
                <Picture src={shoe.image_url} alt="" sizes="(min-width: 48rem) 180px, 40vw" eager={eager} />
              </span>
              {shoe.name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
