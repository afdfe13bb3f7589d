import { useEffect, useRef, useState } from 'react'
import { Form, Link } from 'react-router'
import { lowStock, sizeRange, titleOf } from '#domain/catalogue.ts'
import { formatCount } from '#domain/limits.ts'
import { formatShillings } from '#domain/money.ts'
import type { ProductRow } from '#features/catalogue/product-rows.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { Button, ButtonLink } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { Picture } from '#ui/kit/picture.tsx'
import { adminSectionUrl } from '#web/admin/panel-addresses.ts'
import { useStockUrls } from '#web/admin/products/stock-urls.ts'
import { useInBrowser } from '#web/browser/browser-state.ts'
import { LoadMore, useLoadMore } from '#web/lists/load-more.tsx'
import { useMenu } from '#web/shop-facts.ts'

interface StockListProps {
  list: { rows: ProductRow[]; next: string | null }
  /** Null on a later page of the list. */
  total: number | null
  highest: number
  isLater: boolean
  isTable: boolean
}

/** The products in a scrolling box, as cards or as a table, and the bulk actions. */
export function StockList({ list, total, highest, isLater, isTable }: StockListProps) {
  const { filterQuery, list: home } = useStockUrls()
  const loaded = useLoadMore(list, (cursor) => adminSectionUrl('products', { ...filterQuery, cursor }))
  const products = loaded.pages.flatMap((page) => page.rows)
  const box = useRef<HTMLDivElement>(null)
  const [picked, setPicked] = useState(0)
  const boxes = () => [...(box.current?.querySelectorAll<HTMLInputElement>('input[name=id]') ?? [])]
  const count = () => setPicked(boxes().filter(({ checked }) => checked).length)
  // Browsers restore checked boxes on Back; appended rows are unchecked.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it counts what there is
  useEffect(count, [products.length])
  const pickAll = (checked: boolean) => {
    for (const each of boxes()) each.checked = checked
    count()
  }
  if (products.length === 0)
    return (
      <>
        <div className="pick-bar">
          <FileLinks isTable={isTable} isEmpty />
        </div>
        <p className="empty-note">No products found</p>
      </>
    )
  return (
    <>
      <PickBar isTable={isTable} total={total} highest={highest} picked={picked} shown={products.length} onAll={pickAll} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse */}
      {/* biome-ignore lint/a11y/useSemanticElements: it is no landmark */}
      <div className={isTable ? 'stock-cards stock-table' : 'stock-cards'} role="group" aria-label="Products" tabIndex={0} ref={box} onChange={count}>
        {products.map((product) => (
          <StockCard key={product.id} product={product} isTable={isTable} />
        ))}
      </div>
      <LoadMore
        list={loaded}
        shown={`${products.length.toLocaleString('en-KE')} products shown`}
        what="products"
        back={isLater && { to: home, label: 'Back to the newest products' }}
      />
    </>
  )
}

interface PickBarProps {
  total: number | null
  highest: number
  picked: number
  shown: number
  isTable: boolean
  onAll: (checked: boolean) => void
}

/** A GET form: the selected products are in the address of the bulk page. */
function PickBar({ total, highest, picked, shown, isTable, onAll }: PickBarProps) {
  const { filterQuery, below } = useStockUrls()
  const inBrowser = useInBrowser()
  return (
    <Form method="get" action={below('bulk')} id="pick" className="pick-bar">
      {Object.entries({ ...filterQuery, pick: '1' }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label className="pick-all when-scripted">
        <input
          type="checkbox"
          data-tap=""
          suppressHydrationWarning
          checked={picked > 0 && picked === shown}
          onChange={(event) => onAll(event.currentTarget.checked)}
        />{' '}
        Select all shown
      </label>
      {/* Without scripts the count is unknown, so the button stays enabled. */}
      <Button
        type="submit"
        look="ghost"
        small
        disabled={inBrowser && picked === 0}
        title={inBrowser && picked === 0 ? 'Select some first' : undefined}
      >
        Change selected{picked > 0 && ` (${picked})`}
      </Button>
      <ButtonLink look="ghost" small to={below('bulk')}>
        {allWords(total, highest)}
      </ButtonLink>
      <FileLinks isTable={isTable} />
    </Form>
  )
}

function allWords(total: number | null, highest: number): string {
  if (total === 1) return 'Change this product'
  return `Change all ${total === null || total > highest ? 'that match' : productCount(total, highest)}`
}

export function productCount(total: number, highest: number): string {
  return `${formatCount(total, highest)} ${total === 1 ? 'product' : 'products'}`
}

/** Links to the other view, the import and the export; only the import for an empty list. */
function FileLinks({ isTable, isEmpty = false }: { isTable: boolean; isEmpty?: boolean }) {
  const { below, filterQuery } = useStockUrls()
  return (
    <span className="pick-files">
      {!isEmpty && (
        <Link className="link as-table" to={adminSectionUrl('products', { ...filterQuery, as: isTable ? 'cards' : 'table' })}>
          {isTable ? 'As cards' : 'As a table'}
        </Link>
      )}
      <Link className="link" to={below('import')}>
        Import
      </Link>
      {!isEmpty && (
        <a className="link" href={below('export.csv')} download>
          Export<span className="visually-hidden"> these products as CSV</span>
        </a>
      )}
    </span>
  )
}

/** A product as the list shows it (spec §2, Product Management): a card, or a row of the table, which has the stock of each size. */
function StockCard({ product, isTable }: { product: ProductRow; isTable: boolean }) {
  const { below } = useStockUrls()
  const menu = useMenu()
  const { id, name, category, price, unit_price, stock, discount_percentage, is_featured, is_available, product_sizes, image_url } = product
  return (
    <article className="stock-card" data-row>
      <label className="stock-card-pick">
        <input type="checkbox" name="id" value={id} form="pick" />
        <span className="visually-hidden">Select {name}</span>
      </label>
      <Picture src={image_url} alt="" sizes="120px" />
      <div>
        <span className="stock-card-name">
          <b>{name}</b>
          <small>{category ? titleOf(menu, category) : 'No category'}</small>
        </span>
        <small className="stock-card-price tabular">
          {formatShillings(unit_price)}
          {unit_price !== price && (
            <>
              {' '}
              <s>
                <span className="visually-hidden">Before discount: </span>
                {formatShillings(price)}
              </s>
            </>
          )}
          {isTable ? <br /> : ', '}stock {stock.toLocaleString('en-KE')}
        </small>
        {isTable ? (
          <ul className="size-stock tabular" aria-label="Stock of each size">
            {product_sizes.map(({ label: size, stock: pairs }) => (
              <li key={size} className={pairs <= lowStock ? 'low' : undefined}>
                <b>{size}</b> {pairs}
              </li>
            ))}
          </ul>
        ) : (
          <small className="tabular">{sizeRange(product_sizes)}</small>
        )}
        <div className="stock-card-badges">
          {is_featured && <Badge tone="amber">Featured</Badge>}
          {discount_percentage > 0 && <Badge tone="bad">-{discount_percentage}%</Badge>}
          {is_available && stock > 0 ? <Badge tone="leaf">Available</Badge> : <Badge tone="grey">Unavailable</Badge>}
        </div>
        <div className="stock-card-acts">
          <Link className="icon-button" to={below(id)} preventScrollReset aria-label={`Edit ${name}`}>
            <Icon name="edit" />
          </Link>
          <Link className="icon-button icon-button-bad" to={below(`${id}/delete`)} preventScrollReset aria-label={`Delete ${name}`}>
            <Icon name="bin" />
          </Link>
        </div>
      </div>
    </article>
  )
}
