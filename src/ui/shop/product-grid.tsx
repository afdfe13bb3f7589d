import type { ReactNode } from 'react'
import type { ProductCard as Product } from '#domain/catalogue.ts'
import { Empty } from '#ui/kit/empty.tsx'
import { ProductCard } from '#ui/shop/product-card.tsx'

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
