import type { View } from './shoes.mjs'

export const picturesFolder = new URL('./pictures/', import.meta.url)

/** What every product picture is encoded to, 5:4, `width` in pixels; the first is the canonical file that `image_url` names. */
export const encodings = [
  { ending: '.webp', width: 800, format: 'webp', quality: 60 },
  { ending: '-400.webp', width: 400, format: 'webp', quality: 64 },
  { ending: '-400.avif', width: 400, format: 'avif', quality: 50 },
  { ending: '-800.avif', width: 800, format: 'avif', quality: 40 },
  { ending: '-1200.avif', width: 1200, format: 'avif', quality: 36 },
] as const
export type Encoding = (typeof encodings)[number]

/** The picture of link previews: 1200 x 630, of the side view only. */
export const previewEnding = '-og.jpg'

/** The lone shoe of empty states, `empty.webp`, without a wall: never shown large. */
export const emptyEncodings = encodings.slice(0, 3)
export const emptyFiles = emptyEncodings.map(({ ending }) => `empty${ending}`)

/** Names in demo/pictures of one view of a product, the canonical file first. */
export function pictureFiles(slug: string, view: View): string[] {
  const endings: string[] = encodings.map(({ ending }) => ending)
  return [...endings, ...(view === 'side' ? [previewEnding] : [])].map((ending) => `${slug}-${view}${ending}`)
}
