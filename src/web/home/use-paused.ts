import { useEffect, useState } from 'react'
import { readSession, writeSession } from '#web/browser/session-storage.ts'

const key = 'strip-paused'

/** Whether the strip is paused: by the visitor in this tab, or by reduced motion until Play is pressed. */
export function usePaused(isStill: boolean) {
  const [choice, setChoice] = useState<boolean | null>(null)
  useEffect(() => {
    if (readSession(key)) setChoice(true)
  }, [])
  return {
    isPaused: choice ?? isStill,
    setPaused: (isPaused: boolean) => {
      writeSession(key, isPaused ? 'yes' : null)
      setChoice(isPaused)
    },
  }
}
