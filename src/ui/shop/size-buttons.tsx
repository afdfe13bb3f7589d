import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from 'react'
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
  /** What the shopper reads after tapping a sold-out size. */
  elsewhere: (label: string) => ReactNode
}

/**
 * Real radio buttons, so that arrow keys move and a choice made before the scripts arrive is kept. Sold-out sizes stay visible, struck: they are never
 * chosen, but a tap on one says so and shows where else it is.
 */
export function SizeButtons({ sizes, chosen, onChoose, onPick, describedBy, elsewhere }: SizeButtonsProps) {
  const looking = useRef(false)
  const [missed, setMissed] = useState<string | null>(null)
  const look = (event: KeyboardEvent) => {
    looking.current = event.type === 'keydown' && event.key.startsWith('Arrow')
    // Enter on a sold-out size does not mean the one chosen before.
    if (event.key === 'Enter' && (event.target as Element).ariaDisabled) event.stopPropagation()
  }
  const click = (event: MouseEvent, { label, stock }: SizeStock) => {
    setMissed(stock < 1 ? label : null)
    if (stock < 1) event.preventDefault()
    else if (!looking.current) onPick?.(label)
  }
  const soldOut = sizes.every(({ stock }) => stock < 1)
  return (
    <fieldset className="sizes" aria-describedby={describedBy}>
      <legend>{soldOut ? 'Sold out in every size' : chosen ? `Size ${chosen}` : 'Choose a size'}</legend>
      <div role="radiogroup" aria-label="Size" onKeyDown={look} onKeyUp={look}>
        {sizes.map((size) => {
          const { label, stock } = size
          const gone = stock < 1 || undefined
          return (
            <label className="sz" key={label}>
              <input
                type="radio"
                name="size"
                value={label}
                aria-disabled={gone}
                aria-label={gone ? `${label}, sold out` : label}
                data-tap={gone}
                suppressHydrationWarning
                onChange={() => gone || onChoose?.(label)}
                onClick={(event) => click(event, size)}
              />
              <span>{label}</span>
            </label>
          )
        })}
      </div>
      <div role="status">{missed !== null && elsewhere(missed)}</div>
    </fieldset>
  )
}
