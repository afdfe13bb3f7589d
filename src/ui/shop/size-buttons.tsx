import type { ReactNode } from 'react'
import type { SizeStock } from '#domain/catalogue.ts'

interface SizeButtonsProps {
  sizes: SizeStock[]
  /** Of the radio group; the chosen label is the form's value, with or without scripts. */
  name?: string
  /** What is chosen now, for the words above the buttons. */
  chosen: string | null
  onChoose: (label: string) => void
  describedBy?: string
  /** Beside the legend. */
  aside?: ReactNode
}

/** Real radio buttons, so that arrow keys move and a choice made before the scripts arrive is kept. Sold-out sizes stay visible, struck. */
export function SizeButtons({ sizes, name = 'size', chosen, onChoose, describedBy, aside }: SizeButtonsProps) {
  return (
    <fieldset className="sizes" aria-describedby={describedBy}>
      <legend>
        <span>{chosen ? `Size ${chosen}` : 'Choose a size'}</span>
        {aside}
      </legend>
      <div role="radiogroup" aria-label="Size">
        {sizes.map(({ label, stock }) => (
          <label className="sz" key={label}>
            <input
              type="radio"
              name={name}
              value={label}
              disabled={stock < 1}
              aria-disabled={stock < 1 || undefined}
              aria-label={stock < 1 ? `${label}, sold out` : label}
              onChange={() => onChoose(label)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
