import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import type { ProductPicture } from '#domain/catalogue.ts'
import { IconButton } from '#ui/kit/button.tsx'
import { Dialog } from '#ui/kit/modal.tsx'
import { Picture } from '#ui/kit/picture.tsx'
import { usePinch, zoomTo } from '#web/storefront/zoom.ts'
import './enlarged.css'

export interface EnlargedProps {
  name: string
  pictures: Pick<ProductPicture, 'image_url' | 'alt_text'>[]
  /** The picture to begin with; null while it is closed. */
  at: number | null
  /** `at` is the picture that was seen last. */
  onClose: (at: number) => void
}

/** How far a tap goes in. */
const close = 2.5

/** The pictures of a shoe as large as the screen: swiped or moved by the arrow keys, looked at closer by a tap, two fingers or a button. */
export function Enlarged({ name, pictures, at, onClose }: EnlargedProps) {
  const strip = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(at ?? 0)
  const [near, setNear] = useState(false)
  const frame = () => strip.current?.children[shown] as HTMLElement | undefined

  const zoom = (to: number, x?: number, y?: number) => {
    const box = frame()
    if (box) setNear(zoomTo(box, to, x, y) > 1)
  }
  const pinch = usePinch(frame, (to, x, y) => zoom(to, x, y))
  const move = (to: number) => {
    const next = (to + pictures.length) % pictures.length
    zoom(1)
    strip.current?.scrollTo({ left: next * strip.current.clientWidth, behavior: 'instant' })
    setShown(next)
  }
  const scrolled = () => {
    const next = strip.current ? Math.round(strip.current.scrollLeft / strip.current.clientWidth) : shown
    if (next === shown) return
    zoom(1)
    setShown(next)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each opening begins where it was tapped
  useEffect(() => {
    if (at === null) return
    move(at)
    // The arrow keys are for the pictures, from the first press on.
    strip.current?.focus()
  }, [at])

  const keys = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    // The same keys move an enlarged picture.
    if (!step || near) return
    event.preventDefault()
    move(shown + step)
  }
  const tapped = ({ clientX, clientY }: MouseEvent) => zoom(near ? 1 : close, clientX, clientY)

  return (
    <Dialog open={at !== null} onClose={() => onClose(shown)} title={name} closeLabel="Close picture">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the pictures inside */}
      <div className={near ? 'big closer' : 'big'} onKeyDown={keys}>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has the button below */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <ul ref={strip} tabIndex={0} aria-label="Pictures" onScroll={scrolled} onClick={tapped} {...pinch}>
          {pictures.map(({ image_url, alt_text }, place) => (
            <li key={image_url} inert={place !== shown} tabIndex={near && place === shown ? 0 : undefined}>
              <Picture src={image_url} alt={alt_text} sizes="(min-width: 600px) 1200px, 300vw" eager={place === shown} draggable={false} />
            </li>
          ))}
        </ul>
        <div className="big-c">
          {pictures.length > 1 && <IconButton icon="back" label="Previous picture" onClick={() => move(shown - 1)} />}
          <p className="num" role="status">
            {pictures.length > 1 && (
              <>
                <span className="sr">Picture </span>
                {shown + 1} / {pictures.length}
              </>
            )}
          </p>
          {pictures.length > 1 && <IconButton icon="next" label="Next picture" onClick={() => move(shown + 1)} />}
          <IconButton icon={near ? 'minus' : 'plus'} label={near ? 'Zoom out' : 'Zoom in'} onClick={() => zoom(near ? 1 : close)} />
        </div>
      </div>
    </Dialog>
  )
}
