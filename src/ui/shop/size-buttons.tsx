import { type KeyboardEvent, useRef } from 'react'
import type { SizeStock } from '#domain/catalogue.ts'

interface SizeButtonsProps {
  sizes: SizeStock[]
  /** What is chosen now, for the words above the buttons. The form's own value is `size`, with or without scripts. */
  chosen: string | null
  /** The choice has moved. */
  onChoose?: (label: string) => void
  /** A click, a tap or Space; the arrow keys only look around. */
  onPick?: (label: string) => void
  describedBy?: string
}

/** Real radio buttons, so that arrow keys move and a choice made before the scripts arrive is kept. Sold-out sizes stay visible, struck. */
export function SizeButtons({ sizes, chosen, onChoose, onPick, describedBy }: SizeButtonsProps) {
  const looking = useRef(false)
  const look = ({ type, key }: KeyboardEvent) => {
    looking.current = type === 'keydown' && key.startsWith('Arrow')
  }
  const soldOut = sizes.every(({ stock }) => stock < 1)
  return (
    <fieldset className="sizes" aria-describedby={describedBy}>
      <legend>{soldOut ? 'Sold out in every size' : chosen ? `Size ${chosen}` : 'Choose a size'}</legend>
      <div role="radiogroup" aria-label="Size" onKeyDown={look} onKeyUp={look}>
        {sizes.map(({ label, stock }) => (
          <label className="sz" key={label}>
            <input
              type="radio"
              name="size"
              value={label}
              disabled={stock < 1}
              aria-disabled={stock < 1 || undefined}
              aria-label={stock < 1 ? `${label}, sold out` : label}
              onChange={() => onChoose?.(label)}
              onClick={() => !looking.current && onPick?.(label)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
