declare module '#core/context.ts' {
  interface Services {
    /** Pictures and videos (features/files). */
    files: Files
  }
}

/** The shop's file storage, on disk or S3-compatible. Keys are those of domain/storage.ts; all others are refused. */
export interface Files {
  /** Whether another machine keeps them. */
  isRemote: boolean
  /** Writes or replaces a file atomically. An `Incoming` may be moved and is then gone. */
  put(key: string, body: Uint8Array | Incoming): Promise<void>
  /** Removes files; missing ones are ignored. */
  remove(keys: string[]): Promise<void>
  /** Null when there is none. */
  find(key: string): Promise<FoundFile | null>
  /** Streams a request body to a temporary file. */
  receive(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Incoming>
  /** Deletes temporary files that a crash left behind. */
  sweep(): Promise<void>
}

export interface FoundFile {
  bytes: number
  /** ETag; changes with the contents. */
  tag: string
  /** The whole file, or a byte range with both ends included. */
  read(range?: { from: number; to: number }): Promise<Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>>
}

/** A received body in a temporary file. */
export interface Incoming {
  path: string
  bytes: number
  /** To be called when it was stored or refused. */
  discard(): Promise<void>
}
