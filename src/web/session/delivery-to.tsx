import { type ReactNode, useState } from 'react'
import { DeliveryLine } from '#ui/shop/delivery-line.tsx'
import { lazyOverlay } from '#web/browser/lazy-overlay.tsx'
import { saveDeliveryPlace, useDeliveryPlace } from '#web/session/delivery-place.ts'
import { useDeliveryQuote } from '#web/session/use-delivery-quote.ts'

export const PlaceChooser = lazyOverlay('list of places', () => import('#web/session/place-chooser.tsx').then(({ PlaceChooser }) => PlaceChooser), {
  modal: true,
})
/** The place of a visitor who has named none. */
export const usual = { id: 'nairobi', name: 'Nairobi' }

interface DeliveryToProps {
  /** KSh after discounts. */
  goods: number
  /** What the page says to everybody, whose place is the usual one; without it the shop is asked for that too. */
  sentence?: string
  /** Links to more. */
  children?: ReactNode
}

/** Fee and days of delivery to this device's place, which is changed in one tap. */
export function DeliveryTo({ goods, sentence, children }: DeliveryToProps) {
  const own = useDeliveryPlace()
  const place = own ?? usual
  const isSaid = sentence !== undefined && place.id === usual.id
  const { quote, failed } = useDeliveryQuote({ place: isSaid ? null : place.id, goods })
  const [isOpen, setOpen] = useState(false)
  const unanswered = failed ? `To ${place.name}: fee and days are said at checkout.` : `To ${place.name}: …`
  return (
    <>
      <DeliveryLine sentence={isSaid ? sentence : (quote?.sentence ?? unanswered)} onChange={() => setOpen(true)}>
        {children}
      </DeliveryLine>
      <PlaceChooser open={isOpen} onClose={() => setOpen(false)} onChoose={saveDeliveryPlace} />
    </>
  )
}
