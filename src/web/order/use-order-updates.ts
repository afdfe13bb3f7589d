import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { orderEventsUrl } from '#web/addresses.ts'
import { watchOrder } from '#web/order/watch-order.ts'

/** Revalidates the order's page when the order changes. */
export function useOrderUpdates(id: string, key: string | null, live: boolean): void {
  const { revalidate } = useRevalidator()
  const revalidateRef = useRef(revalidate)
  useEffect(() => {
    revalidateRef.current = revalidate
  }, [revalidate])
  useEffect(() => watchOrder({ url: orderEventsUrl(id, key), live, reload: () => revalidateRef.current() }, window), [id, key, live])
}
