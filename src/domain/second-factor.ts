/** No two of them look alike on paper, however they are written: no 0 O Q, 1 I L, 2 Z, 5 S, 8 B, U V. */
export const backupCodeAlphabet = 'ACDEFGHJKMNPRTWXY34679'

/** Groups of a code on paper, and signs in each: `K7RD-4MWC-93XH`, about 53 bits. */
const groups = 3
const groupSigns = 4
export const backupCodeLength = groups * groupSigns

/** A code on paper as it is shown and kept, from its signs. */
export function formatBackupCode(signs: string): string {
  return Array.from({ length: groups }, (_, group) => signs.slice(group * groupSigns, (group + 1) * groupSigns)).join('-')
}

/** Whether a code is one of an app; anything else may be one from paper. */
export function isAppCode(code: string): boolean {
  return /^\d{6}$/.test(code)
}

const backupCode = new RegExp(`^[${backupCodeAlphabet}]{${backupCodeLength}}$`)

/** What somebody typed as a code: small letters, spaces and dashes of any kind make no difference. What is no code stays as it is, and is refused as wrong. */
export function readCode(typed: string): string {
  const signs = typed.replace(/[\s\p{Pd}]/gu, '').toUpperCase()
  if (backupCode.test(signs)) return formatBackupCode(signs)
  return isAppCode(signs) ? signs : typed.trim()
}
