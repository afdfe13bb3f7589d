/** A text of this tab, or null; also where the browser forbids storage, and on the server. */
export function readSession(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** Keeps a text until the tab closes; null forgets it. A browser that stores nothing keeps nothing. */
export function writeSession(key: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    // What could not be kept is lost with the page, as it would be without this.
  }
}
