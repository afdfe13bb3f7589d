import { parseUrl } from '#domain/parse-url.ts'

/** An address as people write it, `maps.app.goo.gl/abc`, with the https that they leave out; anything else as it is. */
export function withHttps(text: string): string {
  return /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}(?=[/?#]|$)/i.test(text) ? `https://${text}` : text
}

/**
 * Whether an entered text is a web address that a page may link to: absolute, http or https, without user name, white space, control characters or
 * backslashes, which browsers interpret differently (decisions, Catalogue; promises §4 E 42).
 */
export function isWebAddress(text: string): boolean {
  // Other characters must be percent-encoded, in host names as Punycode, so that the text shows where the browser goes.
  const match = /^https?:\/\/([^/?#]+)([/?#].*)?$/i.exec(text)
  return (
    match !== null &&
    text.length <= 2000 &&
    /^[\x21-\x7e]+$/.test(text) &&
    !/[\\"<>^`{|}]/.test(text) &&
    !match[1]?.includes('@') &&
    parseUrl(text) !== null
  )
}
