import { expect, it } from 'vitest'
import { contactNotes, oneOf, whatsappUrl } from '#domain/shop.ts'

it('opens WhatsApp with a greeting', () =>
  expect(whatsappUrl({ whatsapp: '254700000000' }, 'Hi & hello')).toBe('https://wa.me/254700000000?text=Hi%20%26%20hello'))

it('names the ways that there are', () => {
  expect(
    [
      ['', 'call us'],
      ['call us', '', 'write'],
      ['answer', 'call us', 'write'],
    ].map(oneOf),
  ).toEqual(['call us', 'call us, or write', 'answer, call us, or write'])
  const notes = [contactNotes({ email: 'a@b.example', phone: '0712' }, 'Ask'), contactNotes({ email: '', phone: '0712' }, 'Ask')]
  expect([...notes, contactNotes({ email: '', phone: '' }, 'Ask')]).toEqual([['Ask a@b.example or 0712.'], ['Ask 0712.'], []])
})
