/** Reads a text from `sessionStorage`; null if there is none, if the browser forbids storage, and on the server. */
export function readSession(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores a text until the tab closes; null removes it. Does nothing if the browser forbids storage. */
export function writeSession(key: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    // The value is lost with the page, as it would be without storage.
  }
}
