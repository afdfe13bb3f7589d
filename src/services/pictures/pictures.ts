/** Makes of a picture that somebody sent the files that the shop shows. */
export interface Pictures {
  /**
   * Recognises it by its bytes, decodes it, turns it upright, and writes it anew in every size, without what the camera wrote into it. `name` is what its
   * sender calls it, for the words of a refusal. Problems: file_refused, file_too_large, unavailable.
   */
  encode(bytes: Uint8Array, name: string, options: { withPreview: boolean }): Promise<EncodedPicture>
}

export interface EncodedPicture {
  /** Of the picture upright, as it was sent, in pixels. */
  width: number
  height: number
  files: { ending: string; bytes: Uint8Array }[]
  /** The most memory that making it took, bytes. */
  peakBytes: number
}

/** What the process that does the work is sent. */
export interface Work {
  bytes: Uint8Array
  withPreview: boolean
}
/** What it answers: the files, or why there are none. */
export type Done = { picture: EncodedPicture } | { refusal: Unfit; width?: number; height?: number }
export type Unfit = 'unreadable' | 'too_many_pixels' | 'wrong_sides'
