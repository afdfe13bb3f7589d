import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { orderEventsUrl } from '#web/addresses.ts'
import { type Pace, watchOrder } from '#web/order/watch-order.ts'

/** Revalidates the order's page when the order changes, as soon as its pace says. */
export function useOrderUpdates(id: string, key: string | null, pace: Pace | null): void {
  const { revalidate } = useRevalidator()
  const revalidateRef = useRef(revalidate)
  useEffect(() => {
    revalidateRef.current = revalidate
  }, [revalidate])
  useEffect(() => watchOrder({ url: orderEventsUrl(id, key), pace, reload: () => revalidateRef.current() }, window), [id, key, pace])
}
