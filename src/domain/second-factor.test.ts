import { describe, expect, it } from 'vitest'
import { backupCodeAlphabet, backupCodeLength, formatBackupCode, readCode } from '#domain/account.ts'

describe('a code of the second factor', () => {
  it.each([
    ['K7RD-4MWC-93XH', 'K7RD-4MWC-93XH'],
    ['k7rd4mwc93xh', 'K7RD-4MWC-93XH'],
    [' k7rd 4mwc 93xh ', 'K7RD-4MWC-93XH'],
    ['K7RD – 4MWC — 93XH', 'K7RD-4MWC-93XH'],
    ['123 456', '123456'],
    ['123-456', '123456'],
    ['K7RD-4MWC', 'K7RD-4MWC'],
    ['K7RD-4MWC-93XO', 'K7RD-4MWC-93XO'],
    // Codes of before, which tell small letters from capitals.
    ['aB3dE-9fGh1', 'aB3dE-9fGh1'],
    [' wrong ', 'wrong'],
    ['', ''],
  ])('%j is read as %j', (typed, code) => expect(readCode(typed)).toBe(code))

  it('on paper has no signs that look alike, each once', () => {
    expect(backupCodeAlphabet).not.toMatch(/[0OQ1IL2Z5S8BUV]/)
    expect(new Set(backupCodeAlphabet).size).toBe(backupCodeAlphabet.length)
    expect(backupCodeLength * Math.log2(backupCodeAlphabet.length)).toBeGreaterThan(53)
    expect(formatBackupCode('ACDEFGHJKMNP')).toBe('ACDE-FGHJ-KMNP')
  })
})
