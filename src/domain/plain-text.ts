/**
 * A text without the characters that cannot be seen: control and format characters (direction marks, zero-width letters, byte order marks) and halves of a
 * letter. They come along when people copy, and PostgreSQL rejects some of them. Line breaks and tabs stay, and joiners where they change what is seen: in emoji
 * and in words of other scripts than Latin.
 */
export function foldText(text: string): string {
  return text.normalize('NFC').replace(unseen, '').replace(joinedLatin, '$1')
}

/**
 * A phone, an e-mail address or a code as the eye reads it: letters and digits of another width or script become plain ones, every dash becomes `-`, and what
 * cannot be seen is dropped, with the blanks around it.
 */
export function foldToken(text: string): string {
  return foldText(text.normalize('NFKC'))
    .replace(/\u200c|\u200d|[\ufe00-\ufe0f]/g, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\p{Nd}/gu, asciiDigit)
    .trim()
}

/** Whether `foldText` would drop nothing. */
export function isSeen(text: string): boolean {
  return text.search(unseen) === -1 && text.search(joinedLatin) === -1
}

const unseen = /(?![\t\n\r\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}]/gu
const joinedLatin = /(^|[\p{Script=Latin}\p{M}\s])[\u200c\u200d]+/gu

/** The ten digits of a script follow each other, and some scripts have two such rows side by side. */
function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0) as number
  let first = point
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--
  return String((point - first) % 10)
}

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
