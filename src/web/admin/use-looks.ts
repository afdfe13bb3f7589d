import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** Milliseconds between two looks at what is still on its way. */
const pause = 5000

/** Looks at the page's facts again while something on it is on its way, and the tab is seen. */
export function useLooks(waiting: boolean) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => {
      if (!document.hidden) void revalidate()
    }, pause)
    return () => clearInterval(timer)
  }, [waiting, revalidate])
}
