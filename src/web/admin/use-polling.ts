import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** Milliseconds between two revalidations. */
const intervalMs = 5000

/** Revalidates the page every few seconds while something is pending and the tab is visible. */
export function usePolling(waiting: boolean) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => {
      if (!document.hidden) void revalidate()
    }, intervalMs)
    return () => clearInterval(timer)
  }, [waiting, revalidate])
}
