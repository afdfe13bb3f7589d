import { useEffect, useState } from 'react'
import { readSession, writeSession } from '#web/browser/session-storage.ts'

const key = 'strip-paused'

/** Whether the strip stands still: because somebody paused it in this tab, or asked for stillness and did not press Play. */
export function usePaused(isStill: boolean) {
  const [wanted, setWanted] = useState<boolean | null>(null)
  useEffect(() => {
    if (readSession(key)) setWanted(true)
  }, [])
  return {
    isPaused: wanted ?? isStill,
    setPaused: (isPaused: boolean) => {
      writeSession(key, isPaused ? 'yes' : null)
      setWanted(isPaused)
    },
  }
}
