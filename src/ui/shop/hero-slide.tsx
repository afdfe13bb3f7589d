import { Link } from 'react-router'
import { type ProductCard, sizeRange } from '#domain/catalogue.ts'
import { Button, ButtonLink } from '#ui/kit/button.tsx'
import { Picture } from '#ui/kit/picture.tsx'
import { DiscountPlate } from '#ui/shop/discount-plate.tsx'
import { Price } from '#ui/shop/price.tsx'
import { firstSentence } from '#ui/shop/product-card.tsx'

interface HeroSlideProps {
  product: ProductCard
  href: string
  /** `1 of 10`. */
  place: string
  onAdd: (product: ProductCard) => void
  /** Waiting beside the stage: no focus, no reading. */
  away: boolean
  first: boolean
  /** Its picture is fetched ahead of its turn. */
  soon: boolean
}

/** Tarmac beside a painted wall, one line through both. */
export function HeroSlide({ product, href, place, onAdd, away, first, soon }: HeroSlideProps) {
  const { name, description } = product
  return (
    // biome-ignore lint/a11y/useSemanticElements: a slide is a group of the carousel, not a fieldset
    <div className="slide" role="group" aria-roledescription="slide" aria-label={place} inert={away}>
      <figure>
        {/* Beside View Details, which leads there as well. */}
        <Link to={href} tabIndex={-1} aria-hidden="true" draggable={false}>
          <Picture src={product.image_url} alt={name} sizes="(min-width: 768px) 56vw, 100vw" first={first} eager={first || soon} draggable={false} />
        </Link>
      </figure>
      <div className="hero-t">
        <div className="hero-up">
          {/* A long name takes a smaller brush, so that it stays above the line. */}
          <h2 className={name.length > 20 ? 'long' : undefined}>{name}</h2>
          <p>{firstSentence(description)}</p>
        </div>
        <div className="hero-dn">
          <div className="hero-p">
            <Price now={product.unit_price} was={product.price} />
            <DiscountPlate percentage={product.discount_percentage} />
            <span className="sr">Sizes {sizeRange(product.sizes)}</span>
          </div>
          <div className="hero-b">
            <Button look="line" aria-label={`Add to Cart: ${name}`} onClick={() => onAdd(product)}>
              Add to Cart
            </Button>
            <ButtonLink look="tar" to={href} prefetch="intent" aria-label={`View Details: ${name}`}>
              View Details
            </ButtonLink>
          </div>
        </div>
      </div>
    </div>
  )
}
