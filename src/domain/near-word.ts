/**
 * The word of a list that a misspelt one may be, or null: at most one slip in what was typed with 4 to 6 letters, two in longer words; words of less than
 * five letters are too near each other to be guessed. A slip is a letter too many, one missing, a wrong one, or two that changed places. Where two words
 * are as near, the first is meant.
 */
export function nearWord(typed: string, known: Iterable<string>): string | null {
  const most = typed.length < 4 ? 0 : typed.length < 7 ? 1 : 2
  let best: string | null = null
  let least = most + 1
  const letters = letterBits(typed)
  for (const word of known) {
    if (word.length < 5 || Math.abs(word.length - typed.length) >= least) continue
    // Counting slips is the dear part, and somebody may have typed a thousand letters of words that nobody knows.
    if (bitsIn(letters ^ letterBits(word)) > 2 * (least - 1)) continue
    const slips = slipsBetween(typed, word, least)
    if (slips < least) {
      least = slips
      best = word
    }
  }
  return best
}

/** A bit for each letter that occurs, some of them sharing one. A slip changes at most two. */
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

/** Damerau and Levenshtein's count, given up as soon as it reaches `enough`. */
function slipsBetween(a: string, b: string, enough: number): number {
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      let slips = Math.min((above[j] as number) + 1, (row[j - 1] as number) + 1, (above[j - 1] as number) + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) slips = Math.min(slips, (before[j - 2] as number) + 1)
      row.push(slips)
    }
    if (Math.min(...row) >= enough) return enough
    before = above
    above = row
  }
  return above[b.length] as number
}
