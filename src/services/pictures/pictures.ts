declare module '#core/context.ts' {
  interface Services {
    /** Reads the pictures that people send. */
    pictures: Pictures
  }
}

/** Turns uploaded pictures into the files that the shop shows. */
export interface Pictures {
  /**
   * Detects the format by the bytes, decodes the picture, rotates it upright and encodes it in every size, without metadata. `name` is the uploaded file's
   * name, for error messages.
   */
  encode(bytes: Uint8Array, name: string, options: { withPreview: boolean }): Promise<EncodedPicture>
}

export interface EncodedPicture {
  /** Size of the upright original in pixels. */
  width: number
  height: number
  files: { ending: string; bytes: Uint8Array }[]
  /** Peak memory of the encoding process, bytes. */
  peakBytes: number
}

/** Message to the encoding process. */
export interface Work {
  bytes: Uint8Array
  withPreview: boolean
}
/** Its answer: the files, or why there are none. */
export type Done = { picture: EncodedPicture } | { refusal: Unfit; width?: number; height?: number }
export type Unfit = 'unreadable' | 'too_many_pixels' | 'wrong_sides'
