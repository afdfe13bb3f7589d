import type { ReactNode } from 'react'
import { exchangeLine } from '#domain/exchange-promise.ts'
import { Icon } from '#ui/kit/icon.tsx'
import './delivery-line.css'

interface DeliveryLineProps {
  /** What delivery costs and when it comes: `To Kisumu: KSh 250 · Tue 24 - Wed 25 Nov`. */
  sentence?: string
  /** Asks for another place. */
  onChange?: () => void
  /** Links to more. */
  children?: ReactNode
}

/** Fee and days of delivery, and how long shoes can be exchanged. */
export function DeliveryLine({ sentence, onChange, children }: DeliveryLineProps) {
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
            </button>{' '}
          </>
        )}
        {exchangeLine} {children}
      </span>
    </p>
  )
}
