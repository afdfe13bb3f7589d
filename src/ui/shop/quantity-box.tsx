import { useEffect, useRef, useState } from 'react'
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
  const announced = useAnnouncement(quantity)
  return (
    <span className="quantity">
      <button type="button" aria-label={`Fewer of ${itemName}`} onClick={() => onChange(quantity - 1)}>
        <Icon name="minus" small />
      </button>
      <span>
        <span className="visually-hidden">Quantity </span>
        <span>{quantity}</span>
      </span>
      <button type="button" aria-label={`More of ${itemName}`} aria-disabled={isFull || undefined} onClick={() => !isFull && onChange(quantity + 1)}>
        <Icon name="plus" small />
      </button>
      <span role="status" className="visually-hidden">
        {announced}
      </span>
    </span>
  )
}

/** Milliseconds after which a quantity rests: several presses are announced once. */
const rest = 1_000

/** The words for a changed quantity, once it rests; empty until it has changed. */
function useAnnouncement(quantity: number): string {
  const [words, setWords] = useState('')
  const before = useRef(quantity)
  useEffect(() => {
    if (before.current === quantity) return
    const timer = setTimeout(() => {
      before.current = quantity
      setWords(`Quantity ${quantity}`)
    }, rest)
    return () => clearTimeout(timer)
  }, [quantity])
  return words
}
