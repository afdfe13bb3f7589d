/** The parsed URL of a text, or null. `URL.canParse` and `URL.parse` are newer than the oldest browsers of the shop's pages. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
