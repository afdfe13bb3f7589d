import { Link } from 'react-router'
import { lowStock, sizeRange, titleOf } from '#domain/catalogue.ts'
import { formatShillings } from '#domain/money.ts'
import type { ProductRow } from '#features/catalogue/product-row.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { Picture } from '#ui/kit/picture.tsx'
import { useStockUrls } from '#web/admin/products/use-stock-urls.ts'

/** A product as the list shows it (spec §2, Product Management): a card, or a row of the table, which has the stock of each size. */
export function StockCard({ product, isTable }: { product: ProductRow; isTable: boolean }) {
  const { below } = useStockUrls()
  const { id, name, category, price, unit_price, stock, discount_percentage, is_featured, is_available, product_sizes, image_url } = product
  return (
    <article className="pmc" data-row>
      <label className="pmc-pick">
        <input type="checkbox" name="id" value={id} form="pick" />
        <span className="sr">Pick {name}</span>
      </label>
      <Picture src={image_url} alt="" sizes="120px" />
      <div>
        <span className="pmc-name">
          <b>{name}</b>
          <small>{category ? titleOf(category) : 'No category'}</small>
        </span>
        <small className="pmc-price num">
          {formatShillings(unit_price)}
          {unit_price !== price && (
            <>
              {' '}
              <s>
                <span className="sr">Before discount: </span>
                {formatShillings(price)}
              </s>
            </>
          )}
          {isTable ? <br /> : ', '}stock {stock.toLocaleString('en-KE')}
        </small>
        {isTable ? (
          <ul className="size-stock num" aria-label="Stock of each size">
            {product_sizes.map(({ label: size, stock: pairs }) => (
              <li key={size} className={pairs <= lowStock ? 'low' : undefined}>
                <b>{size}</b> {pairs}
              </li>
            ))}
          </ul>
        ) : (
          <small className="num">{sizeRange(product_sizes)}</small>
        )}
        <div className="bs">
          {is_featured && <Badge tone="amber">Featured</Badge>}
          {discount_percentage > 0 && <Badge tone="bad">-{discount_percentage}%</Badge>}
          {is_available && stock > 0 ? <Badge tone="leaf">Available</Badge> : <Badge tone="grey">Unavailable</Badge>}
        </div>
        <div className="ac">
          <Link className="ico" to={below(id)} preventScrollReset aria-label={`Edit ${name}`}>
            <Icon name="edit" />
          </Link>
          <Link className="ico ico-bad" to={below(`${id}/delete`)} preventScrollReset aria-label={`Delete ${name}`}>
            <Icon name="bin" />
          </Link>
        </div>
      </div>
    </article>
  )
}
