import type { ReactNode } from 'react'
import { deliveryLine } from '#domain/delivery-promise.ts'
import { Icon } from '#ui/kit/icon.tsx'
import './delivery-line.css'

/** What delivery costs, how long it takes and how long shoes can be exchanged. `children` are links to more. */
export function DeliveryLine({ children }: { children?: ReactNode }) {
  return (
    <p className="delivery-line">
      <Icon name="truck" />
      <span>
        {deliveryLine()} {children}
      </span>
    </p>
  )
}
