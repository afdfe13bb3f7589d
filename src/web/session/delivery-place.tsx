import { type ReactNode, useEffect, useState } from 'react'
import { usualPlace } from '#domain/delivery-places.ts'
import type { DeliveryQuote, QuotedPlace } from '#features/delivery/quote-delivery.ts'
import { DeliveryLine } from '#ui/shop/delivery-line.tsx'
import { deliveryUrl } from '#web/addresses.ts'
import { device, storedValue, useStored } from '#web/browser/stored-value.ts'
import { lazyOverlay } from '#web/first-paint/lazy-parts.tsx'
import { onSignOut } from '#web/session/clear-on-sign-out.ts'
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

/** Where this device's next order goes: the place of the last one, or one that was chosen; null where none was chosen. */
const place = storedValue<QuotedPlace | null>(device, 'viatu-delivery-place', { empty: null, parse })

export const saveDeliveryPlace = place.tryWrite

/** Null on the server and during hydration too: then a page shows the usual place. */
export function useDeliveryPlace(): QuotedPlace | null {
  return useStored(place)
}

// Phones are shared.
onSignOut(() => void place.tryWrite(null))

function parse(text: string): QuotedPlace | null {
  const { id, name } = Object(JSON.parse(text))
  return typeof id === 'string' && typeof name === 'string' ? { id, name } : null
}

/** A place, or an address, which is posted so that no log and no cache has it; or a search for places. `goods` is KSh after discounts. */
type Question = { place: string; goods: number } | { address: string; place: string | undefined; goods: number } | { search: string }

/** Asks the shop about delivery after a pause; `answered` gets null where no answer came. Returns what takes the question back. */
export function askDelivery<Answer>(question: Question, pauseMs: number, answered: (answer: Answer | null) => void): () => void {
  const waiting = new AbortController()
  const ask = async (): Promise<Answer> => {
    const isPosted = 'address' in question
    const posted = { method: 'POST', body: JSON.stringify(question), headers: { 'Content-Type': 'application/json' } }
    const answer = await fetch(deliveryUrl(isPosted ? {} : question), { signal: waiting.signal, ...(isPosted && posted) })
    if (!answer.ok) throw new Error(`The shop answered ${answer.status}`)
    return await answer.json()
  }
  const timer = setTimeout(() => ask().then(answered, () => waiting.signal.aborted || answered(null)), pauseMs)
  return () => {
    clearTimeout(timer)
    waiting.abort()
  }
}
