/**
 * Plain text from HTML, such as another shop's export: paragraphs become lines, list items get a dash, scripts and styles are removed. The result must be
 * shown as text: this is no sanitiser.
 */
export function textOfHtml(html: string): string {
  // No pattern looks past the next bracket, so that a hostile text takes linear time.
  return html
    .replace(/\s+/g, ' ')
    .replace(/<!--[\s\S]*?(-->|$)/g, '')
    .replace(/<(script|style|template|iframe|noscript)\b[\s\S]*?(<\/\1 ?>|$)/gi, '')
    .replace(/<li\b[^<>]*>/gi, '\n- ')
    .replace(/<(br|\/?(p|div|h[1-6]|ul|ol|table|tr|section|article|blockquote))\b[^<>]*>/gi, '\n')
    .replace(/<\/?[a-z][^<>]*(>|$)/gi, '')
    .replace(/&(#x?[\da-f]{1,6}|[a-z]{2,8});/gi, (entity, name: string) => letterOf(name.toLowerCase()) ?? entity)
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** At most `max` characters, cut where a word ends. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text
  return max < 1 ? '' : `${text.slice(0, max - 1).replace(/\s+\S*$/, '')}…`
}

const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  rsquo: '’',
  lsquo: '‘',
  rdquo: '”',
  ldquo: '“',
  bull: '•',
  deg: '°',
  times: '×',
  trade: '™',
  reg: '®',
  copy: '©',
  eacute: 'é',
}

function letterOf(name: string): string | null {
  if (!name.startsWith('#')) return Object.hasOwn(named, name) ? (named[name] as string) : null
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
  const isLetter = code >= 32 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) && !(code >= 0x7f && code <= 0x9f)
  return isLetter ? String.fromCodePoint(code) : code === 10 || code === 13 || code === 9 ? ' ' : null
}
