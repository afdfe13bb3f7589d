/** Files at other web sites, fetched so that the shop can keep them itself. */
export interface WebFiles {
  /**
   * The bytes at a public https address. No cookies and no credentials are sent, 3 redirects are followed, and the whole answer is read within 15 s of the
   * call, at most `maxBytes` of it. Problems, from the call or while the body is read: file_refused with a sentence about what happened, file_too_large.
   */
  fetch(address: string, maxBytes: number): Promise<ReadableStream<Uint8Array>>
}
