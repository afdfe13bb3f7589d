import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { type SizeStock, sizeText } from '#domain/catalogue.ts'
import './size-buttons.css'

interface SizeButtonsProps {
  sizes: SizeStock[]
  /** The chosen size, for the legend. The form's value is the radio `size`, with or without scripts. */
  chosen: string | null
  /** Called when the choice changes, with the arrow keys too. */
  onChoose?: (label: string) => void
  /** Called on a click, a tap or Space, but not on arrow keys. */
  onPick?: (label: string) => void
  describedBy?: string
  /** What is shown after a click on a sold-out size. */
  renderSoldOut: (label: string) => ReactNode
}

/**
 * Radio buttons, so that arrow keys work and a choice made before hydration is kept. Sold-out sizes stay visible, struck through. They cannot be chosen, but a
 * click on one shows where else the size is available.
 */
export function SizeButtons({ sizes, chosen, onChoose, onPick, describedBy, renderSoldOut }: SizeButtonsProps) {
  const isArrowKey = useRef(false)
  const [clickedSoldOut, setMissed] = useState<string | null>(null)
  const onKey = (event: KeyboardEvent) => {
    isArrowKey.current = event.type === 'keydown' && event.key.startsWith('Arrow')
    // Enter on a sold-out size must not submit the size that was chosen before.
    if (event.key === 'Enter' && (event.target as Element).ariaDisabled) event.stopPropagation()
  }
  const click = (event: MouseEvent, { label, stock }: SizeStock) => {
    setMissed(stock < 1 ? label : null)
    if (stock < 1) event.preventDefault()
    else if (!isArrowKey.current) onPick?.(label)
  }
  const soldOut = sizes.every(({ stock }) => stock < 1)
  return (
    <fieldset className="size-buttons" aria-describedby={describedBy}>
      <legend>{soldOut ? 'Sold out in every size' : chosen ? sizeText(chosen) || chosen : 'Choose a size'}</legend>
      <div role="radiogroup" aria-label="Size" onKeyDown={onKey} onKeyUp={onKey}>
        {sizes.map((size) => {
          const { label, stock } = size
          const isSoldOut = stock < 1 || undefined
          return (
            <label className="size-button" key={label}>
              <input
                type="radio"
                name="size"
                value={label}
                aria-disabled={isSoldOut}
                aria-label={isSoldOut ? `${label}, sold out` : label}
                data-tap={isSoldOut}
                suppressHydrationWarning
                onChange={() => isSoldOut || onChoose?.(label)}
                onClick={(event) => click(event, size)}
              />
              <span>{label}</span>
            </label>
          )
        })}
      </div>
      <div role="status">{clickedSoldOut !== null && renderSoldOut(clickedSoldOut)}</div>
    </fieldset>
  )
}
