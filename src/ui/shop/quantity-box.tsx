import { Icon } from '#ui/kit/icon.tsx'

/** Minus, the number, plus. `of` names the thing, so that every button has its own name. */
export function QuantityBox({ quantity, of, onChange }: { quantity: number; of: string; onChange: (quantity: number) => void }) {
  return (
    <span className="qty">
      <button type="button" aria-label={`Fewer of ${of}`} onClick={() => onChange(quantity - 1)}>
        <Icon name="minus" small />
      </button>
      <span>
        <span className="sr">Quantity </span>
        {quantity}
      </span>
      <button type="button" aria-label={`More of ${of}`} onClick={() => onChange(quantity + 1)}>
        <Icon name="plus" small />
      </button>
    </span>
  )
}
