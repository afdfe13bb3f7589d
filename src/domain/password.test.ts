import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checklistRefusal, newPasswordRefusal, normalisePassword, passwordChecklist, passwordRefusal } from '#domain/account.ts'

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
