import { useEffect, useRef } from 'react'

/**
 * Calls `act` once for each answer of a fetcher, after the clean-up that the previous call returned. An effect on `[answer]` is not enough: the router keeps
 * answers in a map that a discarded render may already have read, and the effect would then never run.
 */
export function useEachAnswer<T>(answer: T, act: (answer: T) => (() => void) | undefined): void {
  const handled = useRef<{ on: T } | null>(null)
  const cleanUp = useRef<(() => void) | undefined>(undefined)
  useEffect(() => {
    if (handled.current && handled.current.on === answer) return
    handled.current = { on: answer }
    cleanUp.current?.()
    cleanUp.current = act(answer)
  })
  useEffect(
    () => () => {
      cleanUp.current?.()
      handled.current = null
    },
    [],
  )
}
