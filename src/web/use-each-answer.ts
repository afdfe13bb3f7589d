import { useEffect, useRef } from 'react'

/**
 * Acts once on each answer of a fetcher, and undoes what the one before left running. Not by an effect's dependencies: the router keeps answers in a map that a render
 * may read early, and when React drops that render it has still taken the answer for seen, so that an effect on `[answer]` would never run.
 */
export function useEachAnswer<T>(answer: T, act: (answer: T) => (() => void) | undefined): void {
  const acted = useRef<{ on: T } | null>(null)
  const undo = useRef<(() => void) | undefined>(undefined)
  useEffect(() => {
    if (acted.current && acted.current.on === answer) return
    acted.current = { on: answer }
    undo.current?.()
    undo.current = act(answer)
  })
  useEffect(
    () => () => {
      undo.current?.()
      acted.current = null
    },
    [],
  )
}
