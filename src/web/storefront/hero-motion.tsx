import Autoplay from 'embla-carousel-autoplay'
import useEmblaCarousel from 'embla-carousel-react'
import { type RefObject, useEffect, useState } from 'react'

export interface Motion {
  move(step: -1 | 1): void
}

interface HeroMotionProps {
  viewport: RefObject<HTMLElement | null>
  /** False while somebody looks closer, has paused it, or asked for stillness; a hidden tab stands still by itself. */
  playing: boolean
  /** Without sliding, for people who asked for stillness. */
  jump: boolean
  onReady: (motion: Motion | null) => void
  onSelect: (slide: number) => void
}

/** Milliseconds between slides (spec §9). */
const delay = 5000

/** The motor of the carousel: looping, swiped, and moved on by itself. Draws nothing. */
export function HeroMotion({ viewport, playing, jump, onReady, onSelect }: HeroMotionProps) {
  const [autoplay] = useState(() => Autoplay({ delay, playOnInit: false, stopOnInteraction: true, stopOnFocusIn: false }))
  const [attach, embla] = useEmblaCarousel({ loop: true }, [autoplay])

  useEffect(() => {
    const stage = viewport.current
    if (stage) stage.scrollLeft = 0
    attach(stage)
  }, [attach, viewport])

  useEffect(() => {
    if (!embla) return
    const selected = () => onSelect(embla.selectedScrollSnap())
    embla.on('select', selected)
    onReady({ move: (step) => (step < 0 ? embla.scrollPrev(jump) : embla.scrollNext(jump)) })
    return () => {
      embla.off('select', selected)
      onReady(null)
    }
  }, [embla, jump, onReady, onSelect])

  useEffect(() => {
    if (!embla) return
    const obey = () => (playing ? autoplay.play(jump) : autoplay.stop())
    obey()
    // A swipe stops it, and a move by hand gives the next slide its full time.
    embla.on('pointerUp', obey).on('select', obey)
    return () => {
      embla.off('pointerUp', obey).off('select', obey)
    }
  }, [embla, autoplay, playing, jump])

  return null
}
