import { useEffect, useState } from 'react'
import { storedValue, tab } from '#web/browser/stored-value.ts'

const stored = storedValue(tab, 'strip-paused', { empty: '', parse: String })

/** Whether the strip is paused: by the visitor in this tab, or by reduced motion until Play is pressed. */
export function usePaused(isStill: boolean) {
  const [choice, setChoice] = useState<boolean | null>(null)
  useEffect(() => {
    if (stored.get()) setChoice(true)
  }, [])
  return {
    isPaused: choice ?? isStill,
    setPaused: (isPaused: boolean) => {
      stored.tryWrite(isPaused ? 'yes' : null)
      setChoice(isPaused)
    },
  }
}
