import { foldToken } from '#domain/fold-text.ts'

/** Backup codes of two-factor authentication (TOTP in people/change-second-factor.ts). Characters that do not look alike on paper or in handwriting: no 0 O Q, 1 I L, 2 Z, 5 S, 8 B, U V. */
export const backupCodeAlphabet = 'ACDEFGHJKMNPRTWXY34679'

/** Groups of a backup code, and characters in each: `K7RD-4MWC-93XH`, about 53 bits. */
const groups = 3
const groupSigns = 4
export const backupCodeLength = groups * groupSigns

/** A backup code as it is shown and stored, with dashes, from its characters. */
export function formatBackupCode(signs: string): string {
  return Array.from({ length: groups }, (_, group) => signs.slice(group * groupSigns, (group + 1) * groupSigns)).join('-')
}

/** Whether a code has the form of an authenticator app's; anything else may be a backup code. */
export function isAppCode(code: string): boolean {
  return /^\d{6}$/.test(code)
}

const backupCode = new RegExp(`^[${backupCodeAlphabet}]{${backupCodeLength}}$`)

/** Normalises a typed code: ignores case, spaces and dashes. A text that is no code is returned unchanged, and is refused as wrong later. */
export function readCode(typed: string): string {
  const token = foldToken(typed)
  const signs = token.replace(/[\s-]/g, '').toUpperCase()
  if (backupCode.test(signs)) return formatBackupCode(signs)
  return isAppCode(signs) ? signs : token
}
