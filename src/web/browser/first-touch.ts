import { useEffect, useState } from 'react'

/** Calls `act` once, when the visitor first touches, points, types or scrolls. Returns what takes it back. */
export function atFirstTouch(act: () => void): () => void {
  const waiting = new AbortController()
  const first = () => {
    waiting.abort()
    act()
  }
  for (const sign of ['pointerdown', 'pointermove', 'keydown', 'scroll']) addEventListener(sign, first, { signal: waiting.signal, passive: true })
  return () => waiting.abort()
}

/** Whether the visitor has touched the page, or it has stood for `seconds`: then what a first look does not need may come. */
export function useTouchedOrRested(seconds: number): boolean {
  const [is, setIs] = useState(false)
  useEffect(() => {
    const answer = () => setIs(true)
    const timer = setTimeout(answer, seconds * 1000)
    const leave = atFirstTouch(answer)
    return () => {
      clearTimeout(timer)
      leave()
    }
  }, [seconds])
  return is
}
