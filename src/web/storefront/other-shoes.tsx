import { Link } from 'react-router'
import { Picture } from '#ui/kit/picture.tsx'
import { productUrl } from '#web/addresses.ts'
import './other-shoes.css'

interface OtherShoesProps {
  /** Of its heading. */
  id: string
  title: string
  shoes: { id: string; name: string; image_url: string | null }[]
  /** A page of its own needs its own margins. */
  wrap?: boolean
  /** In sight at once, of what this device keeps: the pictures are not waited with, and nothing is asked for beforehand. */
  eager?: boolean
}

/** Other shoes, small; nothing where there are none. */
export function OtherShoes({ id, title, shoes, wrap, eager }: OtherShoesProps) {
  if (shoes.length === 0) return null
  return (
    <section className={wrap ? 'wrap ways' : 'ways'} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul>
        {shoes.map((shoe) => (
          <li key={shoe.id}>
            <Link to={productUrl(shoe.id)} prefetch={eager ? 'none' : 'intent'}>
              <span className="pic">
                <Picture src={shoe.image_url} alt="" sizes="(min-width: 768px) 180px, 40vw" eager={eager} />
              </span>
              {shoe.name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
