import useEmblaCarousel from 'embla-carousel-react'
import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'

export interface Motion {
  move(step: -1 | 1): void
}

interface CarouselMotionProps {
  viewport: RefObject<HTMLElement | null>
  /** Milliseconds per slide (spec §9). */
  stay: number
  /** Whether slides change by themselves; a hidden tab always stops them. */
  playing: boolean
  /** Changes slides without animation, for reduced motion. */
  jump: boolean
  onReady: (motion: Motion | null) => void
  onSelect: (slide: number) => void
}

/** The carousel's behaviour: looping, swiping and changing slides by itself. Renders nothing. */
export function CarouselMotion({ viewport, stay, playing, jump, onReady, onSelect }: CarouselMotionProps) {
  const [attach, embla] = useEmblaCarousel({ loop: true })
  const [moveCount, setMoveCount] = useState(0)
  const [isTouched, setIsTouched] = useState(false)
  const isTabVisible = useSyncExternalStore(subscribeToVisibility, isVisible)

  useEffect(() => {
    const stage = viewport.current
    if (stage) stage.scrollLeft = 0
    attach(stage)
  }, [attach, viewport])

  useEffect(() => {
    if (!embla) return
    const onSelected = () => {
      onSelect(embla.selectedScrollSnap())
      setMoveCount((before) => before + 1)
    }
    const [down, up] = [() => setIsTouched(true), () => setIsTouched(false)]
    embla.on('select', onSelected).on('pointerDown', down).on('pointerUp', up)
    onReady({ move: (step) => (step < 0 ? embla.scrollPrev(jump) : embla.scrollNext(jump)) })
    return () => {
      embla.off('select', onSelected).off('pointerDown', down).off('pointerUp', up)
      onReady(null)
    }
  }, [embla, jump, onReady, onSelect])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a move by hand gives the next slide its full time
  useEffect(() => {
    if (!embla || !playing || isTouched || !isTabVisible) return
    const timer = setTimeout(() => embla.scrollNext(jump), stay)
    return () => clearTimeout(timer)
  }, [embla, playing, isTouched, isTabVisible, jump, stay, moveCount])

  return null
}

function subscribeToVisibility(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

function isVisible(): boolean {
  return document.visibilityState === 'visible'
}
