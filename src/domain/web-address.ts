/**
 * Whether a text that somebody entered is an address of the web that a page may link to: absolute, http or https, without a user name, white space,
 * control characters or back-slashes, which browsers read in ways of their own (decisions, Catalogue; promises §4 E 42).
 */
export function isWebAddress(text: string): boolean {
  // Letters outside ASCII are written percent-encoded, in host names as Punycode: what people read is what browsers open.
  const match = /^https?:\/\/([^/?#]+)([/?#].*)?$/i.exec(text)
  return (
    match !== null &&
    text.length <= 2000 &&
    /^[\x21-\x7e]+$/.test(text) &&
    !/[\\"<>^`{|}]/.test(text) &&
    !match[1]?.includes('@') &&
    URL.canParse(text)
  )
}
