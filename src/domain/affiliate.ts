/** Letters and digits that cannot be mistaken for each other: no 0 O 1 I L (table profiles). */
export const affiliateAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
export const affiliateCodeLength = 7

/** An affiliate code from seven random numbers, each a whole number below the length of the alphabet. */
export function affiliateCodeOf(draws: number[]): string {
  return draws.map((draw) => affiliateAlphabet[draw]).join('')
}
