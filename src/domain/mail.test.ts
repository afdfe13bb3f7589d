import { describe, expect, it } from 'vitest'
import { isOneAddress, maskAddress, readEmail } from '#domain/mail.ts'

describe('one plain address', () => {
  it.each(['wanjiku@example.com', "o'brien+shoes@mail.example.co.ke", 'jöhn@exämple.de', 'root@localhost', `${'a'.repeat(310)}@b.example`])(
    'is %s',
    (address) => expect(isOneAddress(address)).toBe(true),
  )

  it.each([
    '',
    'wanjiku',
    '@example.com',
    'wanjiku@',
    'a@b@c',
    'a b@example.com',
    'a@example.com ',
    'a@b.example,c@d.example',
    'a@b.example;c',
    '<a@b.example>',
    'a(b)@c.example',
    'a@b.example\r\nBcc: c@d.example',
    'a\0@b.example',
    `${'a'.repeat(311)}@b.example`,
    `${'a'.repeat(320)}@b.example`,
  ])('is not %j', (address) => expect(isOneAddress(address)).toBe(false))
})

describe('a typed address', () => {
  it.each([
    ['asha\u200b@example.com', 'asha@example.com'],
    ['\u202aAsha@example.com\u202c ', 'Asha@example.com'],
    ['asha＠example.com', 'asha@example.com'],
    ['asha@münchen.example', 'asha@xn--mnchen-3ya.example'],
    ['a/b@münchen.example', 'a/b@xn--mnchen-3ya.example'],
    ['asha@Example.com', 'asha@Example.com'],
    ['jöhn@Example.com', 'jöhn@Example.com'],
    ['asha', 'asha'],
    ['asha@ü example.com', 'asha@ü example.com'],
  ])('%j reads %s', (typed, read) => expect(readEmail(typed)).toBe(read))
})

it.each([
  ['wanjiku@example.com', 'w***@example.com'],
  ['@example.com', '***@example.com'],
])('%s is shown as %s', (address, masked) => expect(maskAddress(address)).toBe(masked))
