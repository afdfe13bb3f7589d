import { useEffect, useRef, useState } from 'react'
import { pictureSources, placeholderPicture } from '#domain/stored-picture.ts'

export interface PictureProps {
  src: string | null
  alt: string
  /** How wide it will be, as the `sizes` attribute has it. */
  sizes: string
  /** The picture people came for: fetched first. All others wait until they are near. */
  first?: boolean
  /** Fetched with the page, at ordinary priority. */
  eager?: boolean
  draggable?: boolean
}

/** A 5:4 picture in the formats our storage has; one that does not load becomes the placeholder (spec §8). */
export function Picture({ src, alt, sizes, first = false, eager = first, draggable }: PictureProps) {
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null)
  const image = useRef<HTMLImageElement>(null)
  const shown = src === null || brokenSrc === src ? placeholderPicture : src
  const sources = pictureSources(shown)

  // It may have failed before the scripts were there to hear it.
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0 && image.current.currentSrc) setBrokenSrc(src)
  }, [src])

  return (
    <picture>
      {sources && <source type="image/avif" srcSet={sources.avif} sizes={sizes} />}
      {sources && <source type="image/webp" srcSet={sources.webp} sizes={sizes} />}
      <img
        ref={image}
        src={shown}
        alt={alt}
        width={800}
        height={640}
        loading={eager ? 'eager' : 'lazy'}
        decoding={first ? 'sync' : 'async'}
        fetchPriority={first ? 'high' : 'auto'}
        draggable={draggable}
        onError={() => setBrokenSrc(src)}
      />
    </picture>
  )
}
