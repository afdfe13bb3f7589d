import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** Revalidates the page every few seconds while something is pending and the tab is visible. */
export function usePolling(waiting: boolean, intervalMs = 5_000) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => {
      if (!document.hidden) void revalidate()
    }, intervalMs)
    return () => clearInterval(timer)
  }, [waiting, intervalMs, revalidate])
}
