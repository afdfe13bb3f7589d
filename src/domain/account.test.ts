import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  backupCodeAlphabet,
  backupCodeLength,
  checklistRefusal,
  formatBackupCode,
  newPasswordRefusal,
  normalisePassword,
  passwordChecklist,
  passwordRefusal,
  personRefusal,
  readCode,
  signUpFields,
  signUpRefusal,
} from '#domain/account.ts'

describe('what somebody says of themselves', () => {
  it.each([
    ['full_name', ' ', 'Enter your full name.'],
    ['full_name', 'x'.repeat(201), 'Please keep this under 200 characters.'],
    ['full_name', 'Wanjikũ wa Kamaũ', null],
    ['phone', '', 'Enter your phone number.'],
    ['phone', ' ', 'Enter your phone number.'],
    ['phone', '12345', 'Enter a Kenyan M-Pesa number, such as 0712 345 678.'],
    ['phone', '0712 345 678', null],
    ['email', '', 'Enter your e-mail.'],
    ['email', 'achieng@', 'Enter the e-mail as name@example.com.'],
    ['email', 'a b@example.com', 'Enter the e-mail as name@example.com.'],
    ['email', ' achieng@example.co.ke ', null],
  ] as const)('%s %j: %s', (field, text, refusal) => expect(personRefusal(field, text)).toBe(refusal))
})

const good = { full_name: 'Wanjiru Kamau', phone: '0712 345 678', email: 'w@example.com', password: 'mbio-wingu-42', confirmation: 'mbio-wingu-42' }

describe('signing up', () => {
  it('names every field that is missing', () => {
    const refusal = signUpRefusal({})
    expect(Object.keys(refusal?.fields ?? {})).toEqual([...signUpFields])
    expect(refusal?.title).toBeUndefined()
  })

  it('names the password as the specification does when nothing else is wrong', () =>
    expect(signUpRefusal({ ...good, confirmation: 'mbio-wingu-43' })).toMatchObject({ title: "Passwords don't match" }))

  it('takes what is whole', () => expect(signUpRefusal(good)).toBeNull())
})

const short = 'Password must be at least 8 characters long'
const plain = 'Password must contain at least one special character'
const known = 'This password is one of the first that thieves try. Please choose another.'

describe('a new password', () => {
  it.each([
    ['', short],
    ['shoe-42', short],
    ['Mambo2026', plain],
    ['nyumba yangu nzuri', plain],
    ['ng’ombe-wangu', null],
    ['Kijani_kibichi', null],
    ['correct horse battery!', null],
    ['👟👟👟👟-viatu', null],
    [`!${'a b'.repeat(42)}`, null],
    [`!${'ab'.repeat(64)}`, 'Password must be at most 128 characters long'],
    ['sneaker!\u0000x', 'Type the password by hand: it has a character that cannot be seen.'],
    ['sneaker!\ud800', 'Type the password by hand: it has a character that cannot be seen.'],
    ['P@ssw0rd', known],
    ['Password123!', known],
    ['password!', known],
    ['Admin@123', known],
    ['Kenya@2026', known],
    ['Viatu#2026', known],
    ['m-pesa12345', known],
    ['12345678!', known],
    ['!!!!!!!!', known],
    ['!a!a!a!a', known],
    ['aB3$'.repeat(32), null],
    [`${'aB3$'.repeat(32)}a`, 'Password must be at most 128 characters long'],
    ['x!y!x!y!', null],
  ])('%j: %s', (password, refusal) => expect(passwordRefusal(password)).toBe(refusal))

  it('is the same however its letters are composed', () => {
    expect(normalisePassword('cafe\u0301-viatu')).toBe(normalisePassword('caf\u00e9-viatu'))
    expect(passwordRefusal('e\u0301e\u0301e\u0301e!')).toBe(short)
  })

  it('passes only with everything of the checklist but the confirmation', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(0x10ffff), { maxLength: 140 }), (points) => {
        const password = String.fromCodePoint(...points)
        const holds = passwordChecklist(password, password).slice(0, 2)
        if (passwordRefusal(password) === null) expect(holds.every((each) => each.holds)).toBe(true)
      }),
    )
  })
})

describe('the checklist', () => {
  const told = (password: string, confirmation: string) => passwordChecklist(password, confirmation).map(({ holds }) => holds)

  it('says what the specification says', () =>
    expect(passwordChecklist('', '').map(({ label }) => label)).toEqual(['At least 8 characters', 'Contains special characters', 'Passwords match']))
  it.each([
    ['', '', [false, false, false]],
    ['abcdefgh', '', [true, false, false]],
    ['abc!', 'abc!', [false, true, true]],
    ['mbio-wingu', 'mbio-wingu', [true, true, true]],
    ['caf\u00e9-mbio', 'cafe\u0301-mbio', [true, true, true]],
  ])('%j confirmed by %j', (password, confirmation, holds) => expect(told(password, confirmation)).toEqual(holds))

  it.each([
    ['P@ssw0rd', known],
    ['sneaker!\u0000x', 'Type the password by hand: it has a character that cannot be seen.'],
    ['abc!', null],
    ['mbio-wingu', null],
  ])('leaves to one line of its own why %j is refused: %s', (password, refusal) => expect(checklistRefusal(password)).toBe(refusal))
})

describe('the two fields of a new password', () => {
  const both = 'Please fill in both password fields'
  const [choose, again] = ['Choose a password.', 'Enter the password again.']
  it.each([
    ['', '', 'Missing information', both, { password: choose, confirmation: again }],
    ['', 'Kijani_kibichi', 'Missing information', both, { password: choose }],
    ['Kijani_kibichi', '', 'Missing information', both, { confirmation: again }],
    [
      'Kijani_kibichi',
      'Kijani_Kibichi',
      "Passwords don't match",
      'Please make sure both passwords are identical',
      { confirmation: 'Please make sure both passwords are identical' },
    ],
    ['shoe-42', 'shoe-42', 'Invalid password', 'Please check password requirements.', { password: short }],
    ['password!', 'password!', 'Invalid password', 'Please check password requirements.', { password: known }],
  ])('%j and %j: %s', (password, confirmation, title, message, fields) =>
    expect(newPasswordRefusal(password, confirmation)).toEqual({ title, message, fields }),
  )
  it('can be taken', () => expect(newPasswordRefusal('Kijani_kibichi', 'Kijani_kibichi')).toBeNull())
})

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
