/** Where the shop keeps its files: on disk, or in an S3-compatible store. Keys are those of domain/storage.ts; any other is refused, whoever asks. */
export interface Files {
  /** Whole or not at all, in place of what was there. What came in by `receive` may be gone from there afterwards. Problems: storage_full, storage_failed. */
  put(key: string, body: Uint8Array | Incoming): Promise<void>
  /** Also of what is not there. Problem: storage_failed. */
  remove(keys: string[]): Promise<void>
  /** Null when there is none. Problem: storage_failed. */
  find(key: string): Promise<FoundFile | null>
  /** Takes in a body piece by piece, on disk: memory holds one piece. Problems: file_too_large, storage_full. */
  receive(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Incoming>
  /** Takes away what a crash left of bodies on their way in. */
  sweep(): Promise<void>
}

export interface FoundFile {
  bytes: number
  /** Changes with the contents. */
  tag: string
  /** All of it, or from one byte to another, both included. */
  read(range?: { from: number; to: number }): Promise<Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>>
}

/** A body that lies on disk under a name of ours. */
export interface Incoming {
  path: string
  bytes: number
  /** When it has been kept, or refused. */
  discard(): Promise<void>
}
