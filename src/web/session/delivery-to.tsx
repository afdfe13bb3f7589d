import { type ReactNode, useEffect, useState } from 'react'
import { usualPlace } from '#domain/delivery-places.ts'
import type { DeliveryQuote, QuotedPlace } from '#features/delivery/quote-delivery.ts'
import { DeliveryLine } from '#ui/shop/delivery-line.tsx'
import { lazyOverlay } from '#web/first-paint/lazy-parts.tsx'
import { askDelivery } from '#web/session/ask-delivery.ts'
import { saveDeliveryPlace, useDeliveryPlace } from '#web/session/delivery-place.ts'
import { useShop } from '#web/shop-facts.ts'

export const PlaceChooser = lazyOverlay('list of places', () => import('#web/session/place-chooser.tsx').then(({ PlaceChooser }) => PlaceChooser), {
  modal: true,
})
/** The place of a visitor who has named none. */
const usual: QuotedPlace = { id: usualPlace, name: 'Nairobi' }

interface DeliveryToProps {
  /** KSh after discounts. */
  goods: number
  /** Of the usual place, as the server rendered it; without it the shop is asked for that too. */
  sentence?: string
  /** Links to more. */
  children?: ReactNode
  /** What stands below, with the fee in KSh; null where that is not known. */
  below?: (fee: number | null) => ReactNode
}

/** Fee and days of delivery to this device's place, which is changed in one tap. */
export function DeliveryTo({ goods, sentence, children, below }: DeliveryToProps) {
  const { exchangeDays } = useShop()
  const own = useDeliveryPlace()
  const place = own ?? usual
  const isKnown = sentence !== undefined && place.id === usual.id
  const quote = useQuote(isKnown ? null : place.id, goods)
  const option = quote?.options.find(({ option_id }) => option_id === quote.option_id)
  const [isOpen, setOpen] = useState(false)
  const unanswered = quote === null ? `To ${place.name}: fee and days are said at checkout.` : `To ${place.name}: …`
  return (
    <>
      <DeliveryLine exchangeDays={exchangeDays} sentence={isKnown ? sentence : (quote?.sentence ?? unanswered)} onChange={() => setOpen(true)}>
        {children}
      </DeliveryLine>
      {below?.(option?.fee ?? null)}
      <PlaceChooser open={isOpen} onClose={() => setOpen(false)} onChoose={saveDeliveryPlace} />
    </>
  )
}

/** Undefined until the shop has answered for this place, null where it did not; the last answer while only the amount differs. A place that is null is not asked about. */
function useQuote(place: string | null, goods: number): DeliveryQuote | null | undefined {
  const [answer, setAnswer] = useState<{ place: string; quote: DeliveryQuote | null } | null>(null)
  useEffect(() => {
    if (place !== null) return askDelivery<DeliveryQuote>({ place, goods }, 0, (quote) => setAnswer({ place, quote }))
  }, [place, goods])
  return answer?.place === place ? answer?.quote : undefined
}
