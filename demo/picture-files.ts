import type { View } from './shoes.mjs'

/** What every product picture is encoded to; the first is the canonical file that `image_url` names. Widths in pixels, 5:4. */
export const encodings = [
  { ending: '.webp', width: 800, format: 'webp' },
  { ending: '-400.webp', width: 400, format: 'webp' },
  { ending: '-400.avif', width: 400, format: 'avif' },
  { ending: '-800.avif', width: 800, format: 'avif' },
  { ending: '-1200.avif', width: 1200, format: 'avif' },
] as const

/** The picture of link previews: 1200 x 630, of the side view only. */
export const previewEnding = '-og.jpg'

/** Names in demo/pictures of one view of a product, the canonical file first. */
export function pictureFiles(slug: string, view: View): string[] {
  const endings: string[] = encodings.map(({ ending }) => ending)
  return [...endings, ...(view === 'side' ? [previewEnding] : [])].map((ending) => `${slug}-${view}${ending}`)
}
