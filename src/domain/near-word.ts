import { readEmail } from '#domain/mail.ts'

/**
 * The word of `known` that a misspelt word may mean, or null: within one edit for a typed word of 4 to 6 letters, two for longer ones. Known words of
 * less than five letters are never guessed. An edit is an insertion, deletion, substitution or transposition. Where two words are equally near, the
 * first wins.
 */
export function nearWord(typed: string, known: Iterable<string>): string | null {
  const maxEdits = typed.length < 4 ? 0 : typed.length < 7 ? 1 : 2
  let best: string | null = null
  let limit = maxEdits + 1
  const letters = letterBits(typed)
  for (const word of known) {
    if (word.length < 5 || Math.abs(word.length - typed.length) >= limit) continue
    // Cheap test first: computing the edit distance is expensive, and a query may have a thousand letters of unknown words.
    if (bitsIn(letters ^ letterBits(word)) > 2 * (limit - 1)) continue
    const edits = editDistance(typed, word, limit)
    if (edits < limit) {
      limit = edits
      best = word
    }
  }
  return best
}

/** A bit for each letter that occurs (some letters share one). An edit changes at most two bits. */
function letterBits(word: string): number {
  let letters = 0
  for (let at = 0; at < word.length; at++) letters |= 1 << word.charCodeAt(at)
  return letters
}

function bitsIn(letters: number): number {
  let bits = 0
  for (let left = letters; left !== 0; left &= left - 1) bits++
  return bits
}

/** The Damerau-Levenshtein distance; stops as soon as it reaches `enough`. */
function editDistance(a: string, b: string, enough: number): number {
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      let edits = Math.min((above[j] as number) + 1, (row[j - 1] as number) + 1, (above[j - 1] as number) + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) edits = Math.min(edits, (before[j - 2] as number) + 1)
      row.push(edits)
    }
    if (Math.min(...row) >= enough) return enough
    before = above
    above = row
  }
  return above[b.length] as number
}

/** Domains of most people's addresses in Kenya, in which a slip of the finger is likelier than another provider. */
const commonDomains = ['gmail.com', 'mail.com', 'yahoo.com', 'hotmail.com', 'outlook.com', 'icloud.com', 'live.com', 'ymail.com', 'yahoo.co.uk']

/** The address that was probably meant by one such as `asha@gmail.con`; null where the text is as good as any. */
export function likelyEmail(text: string): string | null {
  const [name, domain, ...more] = readEmail(text).split('@')
  if (!name || !domain || more.length > 0 || commonDomains.includes(domain.toLowerCase())) return null
  const meant = nearWord(domain.toLowerCase(), commonDomains)
  return meant && `${name}@${meant}`
}
