import { useEffect, useState } from 'react'
import type { DeliveryQuote } from '#features/delivery/quote-delivery.ts'
import { deliveryUrl } from '#web/addresses.ts'

interface Asking {
  /** The id of a place; null asks nothing. */
  place: string | null
  /** KSh after discounts. */
  goods: number
}

/**
 * Fee and days of delivery to a place. `quote` is the last one for that place until the next has come, also where only the amount differs; `failed` says that none
 * came.
 */
export function useDeliveryQuote({ place, goods }: Asking): { quote: DeliveryQuote | null; failed: boolean } {
  const [answer, setAnswer] = useState<{ place: string; quote: DeliveryQuote | null } | null>(null)
  useEffect(() => {
    if (place === null) return
    const waiting = new AbortController()
    fetchQuote({ place, goods }, waiting.signal).then(
      (quote) => setAnswer({ place, quote }),
      () => !waiting.signal.aborted && setAnswer({ place, quote: null }),
    )
    return () => waiting.abort()
  }, [place, goods])
  const isAnswered = answer !== null && answer.place === place
  return { quote: isAnswered ? answer.quote : null, failed: isAnswered && answer.quote === null }
}

async function fetchQuote(ask: { place: string; goods: number }, signal: AbortSignal): Promise<DeliveryQuote> {
  const answer = await fetch(deliveryUrl(ask), { signal })
  if (!answer.ok) throw new Error(`The quote answered ${answer.status}`)
  return (await answer.json()) as DeliveryQuote
}
