import { Icon } from '#ui/kit/icon.tsx'

interface QuantityBoxProps {
  quantity: number
  /** The highest quantity that plus reaches. */
  max: number
  /** The name of the item, so that each button has an accessible name of its own. */
  itemName: string
  onChange: (quantity: number) => void
}

/** Minus, the quantity, plus. At the maximum plus is `aria-disabled` and keeps the focus. */
export function QuantityBox({ quantity, max, itemName, onChange }: QuantityBoxProps) {
  const isFull = quantity >= max
  return (
    <span className="quantity">
      <button type="button" aria-label={`Fewer of ${itemName}`} onClick={() => onChange(quantity - 1)}>
        <Icon name="minus" small />
      </button>
      <span>
        <span className="visually-hidden">Quantity </span>
        {quantity}
      </span>
      <button type="button" aria-label={`More of ${itemName}`} aria-disabled={isFull || undefined} onClick={() => !isFull && onChange(quantity + 1)}>
        <Icon name="plus" small />
      </button>
    </span>
  )
}
