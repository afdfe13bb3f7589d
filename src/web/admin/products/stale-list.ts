/** Set when an action in a dialog has changed the list below it. Browser only. */
let isStale = false

export function markListStale(): void {
  isStale = true
}

export function listIsStale(): boolean {
  return isStale
}

/** Loads the list and clears the stale mark. */
export async function freshList<T>(load: () => Promise<T>): Promise<T> {
  const list = await load()
  isStale = false
  return list
}
