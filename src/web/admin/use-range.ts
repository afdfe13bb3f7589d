import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { periodQuery, readPeriod } from '#domain/figures.ts'

/** The query parameters of the range of days, for links and forms that must keep it. */
export function useRange(): Record<string, string> {
  const [query] = useSearchParams()
  return useMemo(() => periodQuery(readPeriod(query)), [query])
}
