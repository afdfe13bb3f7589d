import { describe, expect, it } from 'vitest'
import { likenessOf, mailboxOf } from '#domain/commission.ts'

describe('a mailbox', () => {
  it.each([
    ['Me@Example.com', 'me@example.com'],
    ['me+shoes@example.com', 'me@example.com'],
    ['m.e@example.com', 'm.e@example.com'],
    ['m.e+a+b@googlemail.com', 'me@gmail.com'],
    ['+254@example.com', '+254@example.com'],
  ])('of %s is %s', (email, mailbox) => expect(mailboxOf(email)).toBe(mailbox))
})

describe('a buyer is like the affiliate', () => {
  const affiliate = { name: 'Wanjiku Kamau', email: 'wanjiku.kamau@gmail.com', address: 'Moi Avenue 12, Nairobi' }
  const stranger = { name: 'Otieno Were', receiver: null, email: null, address: 'Nairobi' }
  it.each([
    [{}, null],
    [{ name: 'KAMAU  Wanjiku' }, 'Like the affiliate: same name'],
    [{ receiver: 'wanjiku kamau' }, 'Like the affiliate: same name'],
    [{ address: 'moi avenue 12 nairobi' }, 'Like the affiliate: same address'],
    [{ name: 'Wanjiku Kamau', email: 'wanjikukamau@yahoo.com' }, 'Like the affiliate: same name, e-mail at another provider'],
    [{ email: 'wanjiku@gmail.com' }, null],
  ])('by %o: %s', (changes, likeness) => expect(likenessOf({ ...stranger, ...changes }, affiliate)).toBe(likeness))

  it('not by a town, and not by what was deleted', () => {
    expect(likenessOf(stranger, { ...affiliate, address: 'Nairobi' })).toBe(null)
    expect(likenessOf({ ...stranger, address: 'Nairobi West' }, { ...affiliate, address: 'Nairobi West' })).toBe(null)
    expect(likenessOf({ ...stranger, name: '' }, { name: '', email: null, address: null })).toBe(null)
  })
})
