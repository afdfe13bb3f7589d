import { useEffect, useMemo, useRef } from 'react'
import { useLocation, useRevalidator, useRouteLoaderData, useSearchParams } from 'react-router'
import { periodQuery, readPeriod } from '#domain/figures.ts'
import { may, type UseCase } from '#domain/roles.ts'
import type { loader } from '#web/admin/admin-layout.tsx'
import { type SectionName, sectionAt } from '#web/admin/sections.ts'
import { panelId } from '#web/shop-facts.ts'

/** Whether the reader's role has a use case: a button that the verb would refuse is not shown. */
export function useMay(): (useCase: UseCase) => boolean {
  const role = useRouteLoaderData<typeof loader>(panelId)?.role ?? null
  return (useCase) => may({ role }, useCase)
}

/** The section of the current address; null outside of a section. */
export function useSection(): SectionName | null {
  return sectionAt(useLocation().pathname)
}

/** The query parameters of the range of days, for links and forms that must keep it. */
export function useRange(): Record<string, string> {
  const [query] = useSearchParams()
  return useMemo(() => periodQuery(readPeriod(query)), [query])
}

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

/** Scrolls an error into view: an admin who waits for an upload may have scrolled away. */
export function useIntoView<Of extends HTMLElement>(isShown: boolean) {
  const element = useRef<Of>(null)
  useEffect(() => {
    if (isShown) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isShown])
  return element
}
