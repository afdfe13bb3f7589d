import { randomInt } from 'node:crypto'
import { backupCodeAlphabet, backupCodeLength, formatBackupCode } from '#domain/account.ts'

/** Backup codes of an account. */
const many = 10

/** New backup codes; each is accepted once. */
export function makeBackupCodes(): string[] {
  return Array.from({ length: many }, () =>
    formatBackupCode(Array.from({ length: backupCodeLength }, () => backupCodeAlphabet[randomInt(backupCodeAlphabet.length)]).join('')),
  )
}
