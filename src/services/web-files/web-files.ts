declare module '#core/context.ts' {
  interface Services {
    /** Fetches files of other web sites. */
    webFiles: WebFiles
  }
}

/** Fetches files from other web sites, to store them in the shop. */
export interface WebFiles {
  /**
   * The bytes at a public https URL. Sends no cookies or credentials, follows up to 3 redirects, and reads at most `maxBytes` within 15 s of the call.
   * Problems, from the call or while the body is read: file_refused with a sentence about what happened, file_too_large.
   */
  fetch(address: string, maxBytes: number): Promise<ReadableStream<Uint8Array>>
}
