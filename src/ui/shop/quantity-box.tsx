import { Icon } from '#ui/kit/icon.tsx'

interface QuantityBoxProps {
  quantity: number
  /** The number that plus does not pass. */
  most: number
  /** Names the thing, so that every button has its own name. */
  of: string
  onChange: (quantity: number) => void
}

/** Minus, the number, plus. At its end plus keeps the focus, so that a keyboard does not lose its place. */
export function QuantityBox({ quantity, most, of, onChange }: QuantityBoxProps) {
  const full = quantity >= most
  return (
    <span className="qty">
      <button type="button" aria-label={`Fewer of ${of}`} onClick={() => onChange(quantity - 1)}>
        <Icon name="minus" small />
      </button>
      <span>
        <span className="sr">Quantity </span>
        {quantity}
      </span>
      <button type="button" aria-label={`More of ${of}`} aria-disabled={full || undefined} onClick={() => !full && onChange(quantity + 1)}>
        <Icon name="plus" small />
      </button>
    </span>
  )
}
