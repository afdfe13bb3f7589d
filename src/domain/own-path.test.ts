import { describe, expect, it } from 'vitest'
import { ownAddress, ownPath } from '#domain/own-path.ts'

describe('where somebody goes on', () => {
  it.each([
    ['/dashboard', '/dashboard'],
    ['/order/7?key=a%2Fb', '/order/7?key=a%2Fb'],
    ['/a/../checkout', '/checkout'],
    [null, null],
    ['', null],
    ['dashboard', null],
    ['https://evil.example', null],
    ['//evil.example', null],
    ['/\\evil.example', null],
    ['/\t/evil.example', null],
    ['/./' + '/evil.example', null],
    ['/a/..//evil.example', null],
    ['/%2F/evil.example', '/%2F/evil.example'],
    ['javascript:alert(1)', null],
    [`/${'x'.repeat(500)}`, null],
  ])('%j: %j', (text, path) => expect(ownPath(text)).toBe(path))
})

const origin = 'https://viatu.example'

describe('an address of the shop', () => {
  it.each([
    ['/reset-password', '/reset-password'],
    ['https://viatu.example/auth?from=letter#top', '/auth?from=letter'],
    ['https://VIATU.example/sign in', '/sign%20in'],
    ['https://viatu.example', '/'],
    ['/a/../dashboard', '/dashboard'],
  ])('%s is %s', (text, path) => expect(ownAddress(text, origin)).toBe(path))

  it.each([
    'https://evil.example/auth',
    'http://viatu.example/auth',
    'https://viatu.example:8443/auth',
    'https://viatu.example.evil.example/',
    'https://viatu.example@evil.example/',
    'https://someone:secret@viatu.example/auth',
    '//evil.example/auth',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https:\\\\evil.example',
    '/..//evil.example',
    'javascript:alert(1)',
    'data:text/html,hello',
    'https://',
    'auth',
    '',
    ' /auth',
    `/${'x'.repeat(500)}`,
  ])('%j is none', (text) => expect(ownAddress(text, origin)).toBe(null))
})

it.each([
  [`/${'a'.repeat(499)}`, `/${'a'.repeat(499)}`],
  [`/${'a'.repeat(500)}`, null],
  ['//[', null],
])('of 500 characters at most, and readable: %s', (text, path) => expect(ownPath(text)).toBe(path))
