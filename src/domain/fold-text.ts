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
