import type { PreviewWords } from './preview-drawing.ts'

/** Link previews, drawn once and kept. */
export interface Previews {
  /** The JPEG kept under a name, or null. */
  find(name: string): Promise<Uint8Array<ArrayBuffer> | null>
  /** Draws it, keeps it under its name, and answers it; several who ask at once wait for one drawing. Problem: unavailable. */
  draw(name: string, work: PreviewWork): Promise<Uint8Array<ArrayBuffer>>
}

/** What the process that draws is sent: words, and the picture of the shoe (WebP). */
export interface PreviewWork {
  words: PreviewWords
  picture: Uint8Array | null
}
