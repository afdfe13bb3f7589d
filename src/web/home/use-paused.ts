import { useEffect, useState } from 'react'
import { storedValue, tab } from '#web/browser/stored-value.ts'

const paused = (name: string) => storedValue(tab, name, { empty: '', parse: String })
const stored = { strip: paused('strip-paused'), carousel: paused('carousel-paused') }
/** The two carousels of the home page. */
export type Carousel = keyof typeof stored

/** Whether a carousel is paused: by the visitor in this tab, or by reduced motion until Play is pressed. */
export function usePaused(carousel: Carousel, isStill: boolean) {
  const [choice, setChoice] = useState<boolean | null>(null)
  useEffect(() => {
    if (stored[carousel].get()) setChoice(true)
  }, [carousel])
  return {
    isPaused: choice ?? isStill,
    setPaused: (isPaused: boolean) => {
      stored[carousel].tryWrite(isPaused ? 'yes' : null)
      setChoice(isPaused)
    },
  }
}
