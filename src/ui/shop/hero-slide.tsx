import { type ProductCard, sizeRange } from '#domain/catalogue.ts'
import { Button, ButtonLink } from '#ui/kit/button.tsx'
import { Link } from '#ui/kit/link.tsx'
import { Picture } from '#ui/kit/picture.tsx'
import { DiscountPlate } from '#ui/shop/discount-plate.tsx'
import { Price } from '#ui/shop/price.tsx'

interface HeroSlideProps {
  product: ProductCard
  href: string
  /** `1 of 10`. */
  position: string
  onAdd: (product: ProductCard) => void
  /** Not the current slide: hidden from keyboard and screen readers. */
  isHidden: boolean
  first: boolean
  /** The next slide: its picture is loaded in advance. */
  isNext: boolean
}

/** A slide of the home page's carousel: the product's picture beside its name, price and buttons. */
export function HeroSlide({ product, href, position, onAdd, isHidden, first, isNext }: HeroSlideProps) {
  const { name } = product
  return (
    // biome-ignore lint/a11y/useSemanticElements: a slide is a group of the carousel, not a fieldset
    <div className="hero-slide" role="group" aria-roledescription="slide" aria-label={position} inert={isHidden}>
      <figure>
        {/* Hidden from screen readers and the keyboard: View Details leads to the same page. */}
        <Link to={href} tabIndex={-1} aria-hidden="true">
          <Picture src={product.image_url} alt={name} sizes="(min-width: 48rem) 56vw, 100vw" first={first} eager={first || isNext} />
        </Link>
      </figure>
      <div className="hero-text">
        <div className="hero-above">
          {/* A smaller font keeps a long name above the line. */}
          <h2 className={name.length > 20 ? 'long-name' : undefined}>{name}</h2>
          <p>{product.blurb}</p>
        </div>
        <div className="hero-below">
          <div className="hero-price">
            <Price now={product.unit_price} was={product.price} />
            <DiscountPlate percentage={product.discount_percentage} />
            <span className="visually-hidden">Sizes {sizeRange(product.sizes)}</span>
          </div>
          <div className="hero-acts">
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
