import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { periodQuery, readPeriod } from '#domain/period.ts'

/** The parameters of the cards' range of days, for links and forms of the panel that must not lose it. */
export function useRange(): Record<string, string> {
  const [query] = useSearchParams()
  return useMemo(() => periodQuery(readPeriod(query)), [query])
}
