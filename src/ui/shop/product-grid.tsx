import type { ReactNode } from 'react'
import { type ProductCard as Product, sizeRange } from '#domain/catalogue.ts'
import { Button, ButtonLink } from '#ui/kit/button.tsx'
import { Empty } from '#ui/kit/empty-state.tsx'
import { Link } from '#ui/kit/link.tsx'
import { Picture } from '#ui/kit/picture.tsx'
import { DiscountPlate, Price } from '#ui/shop/price.tsx'

interface ProductGridProps {
  products: Product[]
  hrefOf: (product: Product) => string
  onAdd: (product: Product) => void
  /** How many pictures are visible without scrolling and not lazy. */
  eager?: number
  /** Rendered below the buttons of each card. */
  below?: (product: Product) => ReactNode
}

export function ProductGrid({ products, hrefOf, onAdd, eager = 0, below }: ProductGridProps) {
  return (
    <div className="product-grid">
      {products.map((product, index) => (
        <ProductCard key={product.id} product={product} href={hrefOf(product)} onAdd={onAdd} eager={index < eager}>
          {below?.(product)}
        </ProductCard>
      ))}
    </div>
  )
}

/** Six placeholder cards while products load (spec §9). */
export function GridSkeleton() {
  return (
    <div role="status">
      <span className="visually-hidden">Loading...</span>
      <div className="product-grid skeleton" aria-hidden="true">
        {['1', '2', '3', '4', '5', '6'].map((card) => (
          <div className="product-card" key={card}>
            <span className="product-picture" />
            <i />
            <i />
          </div>
        ))}
      </div>
    </div>
  )
}

export function GridEmpty({ query, children }: { query?: string; children?: ReactNode }) {
  return (
    <Empty title="No products found" text={query ? `No products match "${query}"` : 'No products available in this category'}>
      {children}
    </Empty>
  )
}

interface ProductCardProps {
  product: Product
  href: string
  onAdd: (product: Product) => void
  /** The large card of a row, with the description. */
  big?: boolean
  /** Visible without scrolling: the picture is not lazy. */
  eager?: boolean
  children?: ReactNode
}

const cardSizes = '(min-width: 77.5rem) 275px, (min-width: 68.75rem) 23vw, (min-width: 48rem) 31vw, 46vw'
const bigSizes = '(min-width: 77.5rem) 640px, (min-width: 68.75rem) 54vw, 94vw'

export function ProductCard({ product, href, onAdd, big = false, eager = false, children }: ProductCardProps) {
  const { name, is_available: available } = product
  return (
    <article className="product-card">
      <div className={available ? 'product-picture' : 'product-picture sold-out'}>
        <Link to={href} prefetch="intent" tabIndex={-1} aria-hidden="true">
          <Picture src={product.image_url} alt={name} sizes={big ? bigSizes : cardSizes} eager={eager} />
        </Link>
        <DiscountPlate percentage={product.discount_percentage} />
        {!available && <span className="sold-out-band">Out of Stock</span>}
      </div>
      <h3>
        <Link to={href} prefetch="intent">
          {name}
        </Link>
      </h3>
      <p className="product-meta">{sizesLine(product)}</p>
      {big && <p className="product-blurb">{product.blurb}</p>}
      <Price now={product.unit_price} was={product.price} />
      <div className="product-acts">
        <Button small disabled={!available} aria-label={`Add to Cart: ${name}`} onClick={() => onAdd(product)}>
          Add to Cart
        </Button>
        <ButtonLink className="view-details" look="ghost" small to={href} prefetch="intent" aria-label={`View Details: ${name}`}>
          View Details
        </ButtonLink>
        {children}
      </div>
    </article>
  )
}

function sizesLine({ sizes }: Product): string {
  const range = sizeRange(sizes)
  return sizes.length > 1 ? `Sizes ${range}` : range
}
