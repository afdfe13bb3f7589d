import { Link } from 'react-router'
import { lowStock, sizeRange, titleOf } from '#domain/catalogue.ts'
import { formatShillings } from '#domain/money.ts'
import type { ProductRow } from '#features/catalogue/product-row.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { Picture } from '#ui/kit/picture.tsx'
import { useStockUrls } from '#web/admin/products/use-stock-urls.ts'
import { useMenu } from '#web/shop-facts.ts'

/** A product as the list shows it (spec §2, Product Management): a card, or a row of the table, which has the stock of each size. */
export function StockCard({ product, isTable }: { product: ProductRow; isTable: boolean }) {
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
