import useEmblaCarousel from 'embla-carousel-react'
import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'

export interface Motion {
  move(step: -1 | 1): void
}

interface CarouselMotionProps {
  viewport: RefObject<HTMLElement | null>
  /** Milliseconds until it moves on by itself (spec §9). */
  stay: number
  /** False while somebody looks closer, has paused it, or asked for stillness; a hidden tab stands still by itself. */
  playing: boolean
  /** Without sliding, for people who asked for stillness. */
  jump: boolean
  onReady: (motion: Motion | null) => void
  onSelect: (slide: number) => void
}

/** The motor of a carousel: looping, swiped, and moved on by itself. Draws nothing. */
export function CarouselMotion({ viewport, stay, playing, jump, onReady, onSelect }: CarouselMotionProps) {
  const [attach, embla] = useEmblaCarousel({ loop: true })
  const [moves, setMoves] = useState(0)
  const [touched, setTouched] = useState(false)
  const seen = useSyncExternalStore(hearVisibility, isVisible)

  useEffect(() => {
    const stage = viewport.current
    if (stage) stage.scrollLeft = 0
    attach(stage)
  }, [attach, viewport])

  useEffect(() => {
    if (!embla) return
    const selected = () => {
      onSelect(embla.selectedScrollSnap())
      setMoves((before) => before + 1)
    }
    const [down, up] = [() => setTouched(true), () => setTouched(false)]
    embla.on('select', selected).on('pointerDown', down).on('pointerUp', up)
    onReady({ move: (step) => (step < 0 ? embla.scrollPrev(jump) : embla.scrollNext(jump)) })
    return () => {
      embla.off('select', selected).off('pointerDown', down).off('pointerUp', up)
      onReady(null)
    }
  }, [embla, jump, onReady, onSelect])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a move by hand gives the next slide its full time
  useEffect(() => {
    if (!embla || !playing || touched || !seen) return
    const timer = setTimeout(() => embla.scrollNext(jump), stay)
    return () => clearTimeout(timer)
  }, [embla, playing, touched, seen, jump, stay, moves])

  return null
}

function hearVisibility(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

function isVisible(): boolean {
  return document.visibilityState === 'visible'
}
