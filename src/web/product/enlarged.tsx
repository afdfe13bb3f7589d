import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import type { ProductPicture } from '#domain/catalogue.ts'
import { IconButton } from '#ui/kit/button.tsx'
import { Dialog } from '#ui/kit/modal.tsx'
import { Picture } from '#ui/kit/picture.tsx'
import { usePinch, zoomTo } from '#web/product/zoom.ts'
import './enlarged.css'

export interface EnlargedProps {
  name: string
  pictures: Pick<ProductPicture, 'image_url' | 'alt_text'>[]
  /** The index of the first picture; null while the dialog is closed. */
  at: number | null
  /** `at` is the index of the last picture. */
  onClose: (at: number) => void
}

/** The zoom factor of a tap. */
const tapZoom = 2.5

/** A full-screen gallery of a product's pictures: swiping and arrow keys change the picture; a tap, two fingers or a button zoom. */
export function Enlarged({ name, pictures, at, onClose }: EnlargedProps) {
  const strip = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(at ?? 0)
  const [isZoomed, setZoomed] = useState(false)
  const frame = () => strip.current?.children[shown] as HTMLElement | undefined

  const zoom = (to: number, x?: number, y?: number) => {
    const box = frame()
    if (box) setZoomed(zoomTo(box, to, x, y) > 1)
  }
  const pinch = usePinch(frame, (to, x, y) => zoom(to, x, y))
  const move = (to: number) => {
    const next = (to + pictures.length) % pictures.length
    zoom(1)
    strip.current?.scrollTo({ left: next * strip.current.clientWidth, behavior: 'instant' })
    setShown(next)
  }
  const onScroll = () => {
    const next = strip.current ? Math.round(strip.current.scrollLeft / strip.current.clientWidth) : shown
    if (next === shown) return
    zoom(1)
    setShown(next)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each opening begins where it was tapped
  useEffect(() => {
    if (at === null) return
    move(at)
    // So that the arrow keys work immediately.
    strip.current?.focus()
  }, [at])

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    // In a zoomed picture the arrow keys scroll.
    if (!step || isZoomed) return
    event.preventDefault()
    move(shown + step)
  }
  const onTap = ({ clientX, clientY }: MouseEvent) => zoom(isZoomed ? 1 : tapZoom, clientX, clientY)

  return (
    <Dialog open={at !== null} onClose={() => onClose(shown)} title={name} closeLabel="Close picture">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the pictures inside */}
      <div className={isZoomed ? 'enlarged enlarged-closer' : 'enlarged'} onKeyDown={onKeyDown}>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has the button below */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <ul ref={strip} tabIndex={0} aria-label="Pictures" onScroll={onScroll} onClick={onTap} {...pinch}>
          {pictures.map(({ image_url, alt_text }, index) => (
            <li key={image_url} inert={index !== shown} tabIndex={isZoomed && index === shown ? 0 : undefined}>
              <Picture src={image_url} alt={alt_text} sizes="(min-width: 40rem) 1200px, 300vw" eager={index === shown} draggable={false} />
            </li>
          ))}
        </ul>
        <div className="enlarged-controls">
          {pictures.length > 1 && <IconButton icon="back" label="Previous picture" onClick={() => move(shown - 1)} />}
          <p className="tabular" role="status">
            {pictures.length > 1 && (
              <>
                <span className="visually-hidden">Picture </span>
                <span>{`${shown + 1} / ${pictures.length}`}</span>
              </>
            )}
          </p>
          {pictures.length > 1 && <IconButton icon="next" label="Next picture" onClick={() => move(shown + 1)} />}
          <IconButton icon={isZoomed ? 'minus' : 'plus'} label={isZoomed ? 'Zoom out' : 'Zoom in'} onClick={() => zoom(isZoomed ? 1 : tapZoom)} />
        </div>
      </div>
    </Dialog>
  )
}
