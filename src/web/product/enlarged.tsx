import { type KeyboardEvent, type MouseEvent, type TouchEvent, useEffect, useRef, useState } from 'react'
import type { ProductPicture } from '#domain/catalogue.ts'
import { IconButton } from '#ui/kit/button.tsx'
import { Dialog } from '#ui/kit/modal.tsx'
import { Picture } from '#ui/kit/picture.tsx'
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

const maxZoom = 4

/** Zooms the content of a frame, 1 to 4 times, and keeps a point of the screen in place (by default the middle). CSS reads `--zoom`. Returns the new zoom factor. */
function zoomTo(frame: HTMLElement, wanted: number, x?: number, y?: number): number {
  const zoom = Math.min(Math.max(wanted, 1), maxZoom)
  const box = frame.getBoundingClientRect()
  const point = { x: x === undefined ? box.width / 2 : x - box.left, y: y === undefined ? box.height / 2 : y - box.top }
  const by = zoom / zoomOf(frame)
  const next = { left: (frame.scrollLeft + point.x) * by - point.x, top: (frame.scrollTop + point.y) * by - point.y }
  frame.style.setProperty('--zoom', String(zoom))
  frame.scrollTo({ ...next, behavior: 'instant' })
  return zoom
}

function zoomOf(frame: HTMLElement): number {
  return Number(frame.style.getPropertyValue('--zoom')) || 1
}

/** Touch handlers for pinching. `onPinch` gets the new zoom factor and the point of the screen to keep in place. */
function usePinch(frame: () => HTMLElement | undefined, onPinch: (zoom: number, x: number, y: number) => void) {
  const from = useRef<{ apart: number; zoom: number } | null>(null)
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const fingers = read(touches)
      const box = frame()
      from.current = fingers && box ? { apart: fingers.apart, zoom: zoomOf(box) } : null
    },
    onTouchMove: ({ touches }: TouchEvent) => {
      const fingers = read(touches)
      if (fingers && from.current) onPinch(from.current.zoom * (fingers.apart / from.current.apart), fingers.x, fingers.y)
    },
    onTouchEnd: ({ touches }: TouchEvent) => {
      if (touches.length < 2) from.current = null
    },
  }
}

function read({ 0: one, 1: other, length }: TouchEvent['touches']) {
  if (length !== 2 || !one || !other) return null
  const [across, down] = [one.clientX - other.clientX, one.clientY - other.clientY]
  return { apart: Math.max(Math.hypot(across, down), 1), x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2 }
}
