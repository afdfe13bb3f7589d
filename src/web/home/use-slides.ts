import { type FocusEvent, type PointerEvent, type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { millisecondsToMove } from '#domain/strip-rules.ts'
import { storedValue, tab } from '#web/browser/stored-value.ts'

interface Slides {
  carousel: Carousel
  count: number
  /** Milliseconds for which a slide stays (spec §9). */
  stay: (slide: number) => number
  /** Whether slides change by themselves; a finger on the row and a hidden tab always stop them. */
  playing: boolean
  /** Changes slides without animation, for reduced motion. */
  jump: boolean
}

/** A carousel is a row that the browser scrolls and snaps: without scripts it can be swiped. Here it goes around its ends, and moves by itself. */
export function useSlides(row: RefObject<HTMLElement | null>, { carousel, count, stay, playing, jump }: Slides) {
  const [selected, setSelected] = useState(0)
  const [isTouched, setTouched] = useState(false)
  const isTabVisible = useSyncExternalStore(subscribeToVisibility, isVisible, () => true)
  /** Where the row is scrolling to, so that the slides on the way are not selected; null while the visitor scrolls it. */
  const target = useRef<number | null>(null)

  const onScroll = () => {
    const { scrollLeft = 0, clientWidth = 0 } = row.current ?? {}
    const at = Math.round(scrollLeft / (clientWidth || 1))
    if (target.current !== null && target.current !== at) return
    target.current = null
    setSelected(at)
  }
  const move = (step: -1 | 1) => {
    const at = (selected + step + count) % count
    const isAround = Math.abs(at - selected) > 1
    target.current = at
    setSelected(at)
    row.current?.scrollTo({ left: (at * row.current.scrollWidth) / count, behavior: jump || isAround ? 'instant' : 'smooth' })
  }

  const duration = stay(selected)
  // The row may have been swiped before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(onScroll, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each slide gets its full time
  useEffect(() => {
    if (count < 2 || !playing || isTouched || !isTabVisible) return
    const timer = setTimeout(() => move(1), millisecondsToMove(carousel, duration, performance.now()))
    return () => clearTimeout(timer)
  }, [carousel, count, playing, isTouched, isTabVisible, jump, duration, selected])

  const touch = (isOn: boolean) => () => {
    target.current = null
    setTouched(isOn)
  }
  return {
    selected,
    move,
    /** For the row. */
    scrolling: {
      onScroll,
      onWheel: touch(false),
      onKeyDown: touch(false),
      onTouchStart: touch(true),
      onTouchEnd: touch(false),
      onTouchCancel: touch(false),
    },
  }
}

function subscribeToVisibility(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

function isVisible(): boolean {
  return document.visibilityState === 'visible'
}

const paused = (name: string) => storedValue(tab, name, { empty: '', parse: String })
const stored = { strip: paused('strip-paused'), carousel: paused('carousel-paused') }
/** The two carousels of the home page. */
type Carousel = keyof typeof stored

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

/** Whether a part of an element is on the screen; false until that is known. */
export function useOnScreen(element: RefObject<Element | null>): boolean {
  const [isOn, setOn] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver((entries) => setOn(entries.at(-1)?.isIntersecting ?? false))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isOn
}

/** Whether the visitor is looking at a carousel: a mouse is over it, or the keyboard focus is in it. Spread `holders` on it. */
export function useHeld() {
  const [held, setHeld] = useState(false)
  const holders = {
    onPointerEnter: (event: PointerEvent) => event.pointerType === 'mouse' && setHeld(true),
    onPointerLeave: (event: PointerEvent) => event.pointerType === 'mouse' && setHeld(false),
    onFocus: (event: FocusEvent) => event.target.matches(':focus-visible') && setHeld(true),
    onBlur: (event: FocusEvent) => !event.currentTarget.contains(event.relatedTarget) && setHeld(event.currentTarget.matches(':hover')),
  }
  return { held, holders }
}
