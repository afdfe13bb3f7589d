import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { orderEventsUrl } from '#web/addresses.ts'
import { watchOrder } from '#web/order/watch-order.ts'

/** Keeps an order's page up to date by itself. */
export function useOrderNews(id: string, key: string | null, live: boolean): void {
  const { revalidate } = useRevalidator()
  const look = useRef(revalidate)
  useEffect(() => {
    look.current = revalidate
  }, [revalidate])
  useEffect(() => watchOrder({ url: orderEventsUrl(id, key), live, look: () => look.current() }, window), [id, key, live])
}
