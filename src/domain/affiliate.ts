/** Letters and digits that nobody mistakes for others: no 0 O 1 I L (table profiles). */
export const affiliateAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
export const affiliateCodeLength = 7

/** A code of seven draws, each a whole number below the length of the alphabet. */
export function affiliateCodeOf(draws: number[]): string {
  return draws.map((draw) => affiliateAlphabet[draw]).join('')
}
