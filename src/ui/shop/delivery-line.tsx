import type { ReactNode } from 'react'
import { Icon } from '#ui/kit/icon.tsx'
import './delivery-line.css'

interface DeliveryLineProps {
  /** What delivery costs and when it comes: `To Kisumu: KSh 250 · Tue 24 - Wed 25 Nov`. */
  sentence?: string
  /** Asks for another place. */
  onChange?: () => void
  /** From delivery; 0 where the shop promises none. */
  exchangeDays: number
  /** Of delivered pairs, with the last day. */
  exchange?: string
  /** Links to more. */
  children?: ReactNode
}

/** Fee and days of delivery, and how long shoes can be exchanged; nothing where neither is known. */
export function DeliveryLine({ sentence, onChange, exchangeDays, exchange, children }: DeliveryLineProps) {
  const words = exchange ?? (exchangeDays > 0 && `Exchange within ${exchangeDays} ${exchangeDays === 1 ? 'day' : 'days'}.`)
  if (!sentence && !words) return null
  return (
    <p className="delivery-line">
      <Icon name="truck" />
      <span>
        {sentence && (
          <>
            <b aria-live="polite">{sentence}</b>
            {onChange ? ' ' : words && <span> · </span>}
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
        {words && <span>{words}</span>} {children}
      </span>
    </p>
  )
}
