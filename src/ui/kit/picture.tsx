import { useEffect, useRef, useState } from 'react'
import { pictureSources, placeholderPicture } from '#domain/stored-picture.ts'

interface PictureProps {
  /** Null or empty where there is none: the placeholder is shown. */
  src: string | null
  alt: string
  /** The `sizes` attribute of the image. */
  sizes: string
  /** The main picture of the page: loaded with high priority. All others are lazy. */
  first?: boolean
  /** Loaded with the page, at normal priority. */
  eager?: boolean
  draggable?: boolean
}

/** A 5:4 picture in the formats that our storage has. A picture that fails to load is replaced by the placeholder (spec §8). */
export function Picture({ src, alt, sizes, first = false, eager = first, draggable }: PictureProps) {
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null)
  const image = useRef<HTMLImageElement>(null)
  const shown = !src || brokenSrc === src ? placeholderPicture : src
  const sources = pictureSources(shown)

  // The image may have failed before hydration, when `onError` was not attached yet.
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
