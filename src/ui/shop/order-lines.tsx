import type { ReactNode } from 'react'
import { sizeText } from '#domain/catalogue.ts'
import { feeText } from '#domain/delivery-options.ts'
import { formatShillings } from '#domain/money.ts'
import { Picture } from '#ui/kit/picture.tsx'
import './total.css'

interface Line {
  name: string
  size: string
  quantity: number
  /** KSh for one pair. */
  price: number
  image_url: string | null
}

interface OrderLinesProps {
  lines: Line[]
  /** The delivery option and its fee in KSh, which `total` holds. */
  delivery?: { name: string; fee: number } | null
  total: number
}

/** The lines of a cart or order: quantity × price with the size, delivery, and the total in KSh. */
export function OrderLines({ lines, delivery, total }: OrderLinesProps) {
  return (
    <>
      <ul>
        {lines.map((line) => (
          <li className="order-line" key={`${line.name} ${line.size}`}>
            {line.image_url ? <Picture src={line.image_url} alt="" sizes="76px" eager /> : <span className="order-line-blank">No Image</span>}
            <span>
              <b>{line.name}</b>
              <small className="tabular">
                <span>
                  {line.quantity} × {formatShillings(line.price)}
                </span>{' '}
                <span>{sizeText(line.size)}</span>
              </small>
            </span>
            <span className="tabular">{formatShillings(line.price * line.quantity)}</span>
          </li>
        ))}
      </ul>
      {delivery && (
        <p className="order-delivery">
          <span>
            Delivery <small>{delivery.name}</small>
          </span>
          <span className="tabular">{feeText(delivery.fee)}</span>
        </p>
      )}
      <Total amount={total} />
    </>
  )
}

/** The total in KSh; `children` say what it is for. */
export function Total({ amount, children }: { amount: number; children?: ReactNode }) {
  return (
    <p className="total">
      <span>Total {children && <small>{children}</small>}</span>
      <span className="tabular">{formatShillings(amount)}</span>
    </p>
  )
}
