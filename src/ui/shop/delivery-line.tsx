import type { ReactNode } from 'react'
import { exchangeText } from '#domain/promise-text.ts'
import { Icon } from '#ui/kit/icon.tsx'
import './delivery-line.css'

interface DeliveryLineProps {
  /** What delivery costs and when it comes: `To Kisumu: KSh 250 · Tue 24 - Wed 25 Nov`. */
  sentence?: string
  /** Asks for another place. */
  onChange?: () => void
  /** From delivery; 0 where the shop promises none. */
  exchangeDays: number
  /** ISO 8601: then the last day is named. */
  deliveredAt?: string
  /** Links to more. */
  children?: ReactNode
}

/** Fee and days of delivery, and how long shoes can be exchanged; nothing where neither is known. */
export function DeliveryLine({ sentence, onChange, exchangeDays, deliveredAt, children }: DeliveryLineProps) {
  const exchange = exchangeText(exchangeDays, deliveredAt)
  if (!sentence && !exchange) return null
  return (
    <p className="delivery-line">
      <Icon name="truck" />
      <span>
        {sentence && (
          <>
            <b aria-live="polite">{sentence}</b>
            {onChange ? ' ' : exchange && <span> · </span>}
          </>
        )}
        {onChange && (
          <>
            <button type="button" className="link" aria-haspopup="dialog" suppressHydrationWarning onClick={onChange}>
              Change<span className="visually-hidden"> the place of delivery</span>
            </button>
            <br />
          </>
        )}
        {exchange && <span>{exchange}</span>} {children}
      </span>
    </p>
  )
}
