import type { ReactNode } from 'react'
import { Icon } from '#ui/kit/icon.tsx'
import './delivery-line.css'

interface DeliveryLineProps {
  /** What delivery costs and when it comes: `To Kisumu: KSh 250 · Tue 24 - Wed 25 Nov`. */
  sentence?: string
  /** Asks for another place. */
  onChange?: () => void
  /** From delivery. */
  exchangeDays: number
  /** Links to more. */
  children?: ReactNode
}

/** Fee and days of delivery, and how long shoes can be exchanged. */
export function DeliveryLine({ sentence, onChange, exchangeDays, children }: DeliveryLineProps) {
  return (
    <p className="delivery-line">
      <Icon name="truck" />
      <span>
        {sentence && (
          <>
            <b aria-live="polite">{sentence}</b>
            {onChange ? ' ' : ' · '}
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
        {`Exchange within ${exchangeDays} ${exchangeDays === 1 ? 'day' : 'days'}.`} {children}
      </span>
    </p>
  )
}
