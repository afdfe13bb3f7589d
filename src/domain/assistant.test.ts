import { describe, expect, it } from 'vitest'
import { failureText, orderLinkMark, welcomeText, withoutOrderLinks, withoutPin } from '#domain/assistant.ts'

const id = '3f9a21c8-6d0e-4b7a-9c55-0d1f2e3a4b5c'
const key = 'k3y_of-an-order'

describe('a text', () => {
  it.each([
    [`https://shop.example/order/${id}?key=${key}`, orderLinkMark],
    [`where is http://127.0.0.1:3000/order/${id}?key=${key}&from=sms please`, `where is ${orderLinkMark} please`],
    [`/order/${id.toUpperCase()}?key=${key}`, orderLinkMark],
  ])('gives up the link to an order: %s', (text, left) => {
    const taken = withoutOrderLinks(text)
    expect(taken).toEqual({ text: left, order: { id, key } })
    expect(JSON.stringify(taken.text)).not.toContain(key)
  })

  it('keeps no key that stands alone, and is told of the last link', () => {
    expect(withoutOrderLinks(`KEY=${key} and key=${key}`)).toEqual({ text: 'key=… and key=…', order: null })
    expect(withoutOrderLinks('https://shop.example/o/3f9a21c8.Zm9vYmFyYmF6cXV4 ?').text).toBe(`${orderLinkMark} 3f9a21c8 ?`)
    const other = '11111111-2222-4333-8444-555555555555'
    expect(withoutOrderLinks(`/order/${id}?key=a /order/${other}`).order).toEqual({ id: other, key: null })
    expect(withoutOrderLinks('my order 3f9a21c8')).toEqual({ text: 'my order 3f9a21c8', order: null })
  })

  it.each([
    ['my M-Pesa PIN is 1234', 'my M-Pesa PIN is ••••'],
    ['pin:4 3 2 1, please', 'pin:••••, please'],
    ['4321 ni pin yangu', '•••• ni pin yangu'],
    ['4321 is my mpesa pin', '•••• is my mpesa pin'],
    ['pin1234 and MYPIN=4321', 'pin•••• and MYPIN=••••'],
    ['pin yangu ya mpesa ni 1234, 0712345678', 'pin yangu ya mpesa ni ••••, 0712345678'],
    ['my pin number is "1234"', 'my pin number is "••••"'],
    ['I entered my PIN and 4500 was deducted but I see no order', 'I entered my PIN and 4500 was deducted but I see no order'],
    ['4500 went after I typed my pin', '4500 went after I typed my pin'],
    ['pin 4500.00', 'pin 4500.00'],
    ['shopping 4000', 'shopping 4000'],
    ['my pin is not working for 0712345678', 'my pin is not working for 0712345678'],
    ['a pink shoe for 4000', 'a pink shoe for 4000'],
    ['should I tell you my pin?', 'should I tell you my pin?'],
  ])('keeps no PIN: %s', (written, kept) => expect(withoutPin(written)).toBe(kept))

  it('of the specification is as it stands there (spec §8)', () => {
    expect(welcomeText({ name: 'Viatu' })).toBe('Hi! Welcome to Viatu! How can I help you today?')
    expect(failureText({ phone: '+254 700 000 000' })).toBe(
      "Sorry, I'm having trouble responding right now. Please try again or contact support via WhatsApp at +254 700 000 000.",
    )
    expect(failureText({ phone: '' })).toBe("Sorry, I'm having trouble responding right now. Please try again.")
  })
})
