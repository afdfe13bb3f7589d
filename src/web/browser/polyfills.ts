/** Aborts after so many milliseconds. `AbortSignal.timeout` is newer than the oldest browsers of the shop's pages. */
export function timeLimit(milliseconds: number): AbortSignal {
  const limit = new AbortController()
  setTimeout(() => limit.abort(), milliseconds)
  return limit.signal
}

/** 128 random bits. Not randomUUID, which browsers offer to https pages only. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
