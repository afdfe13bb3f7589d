import type { PreviewWords } from './preview-drawing.ts'

declare module '#core/context.ts' {
  interface Services {
    /** Draws and keeps the pictures of link previews. */
    previews: Previews
  }
}

/** Link previews, drawn once and cached. */
export interface Previews {
  /** The cached JPEG of a name, or null. */
  find(name: string): Promise<Uint8Array<ArrayBuffer> | null>
  /** Draws a preview, caches it under its name and returns it; concurrent calls for a name share one drawing. */
  draw(name: string, work: PreviewWork): Promise<Uint8Array<ArrayBuffer>>
}

/** Message to the drawing process: texts, and the product's picture (WebP). */
export interface PreviewWork {
  words: PreviewWords
  picture: Uint8Array | null
}
