import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { accentOf, accentRefusal, contactNotes, contrastOf, isColour, oneOf, whatsappUrl } from '#domain/shop.ts'

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

describe('the accent colour', () => {
  it('has the contrast that the formula of WCAG gives', () => {
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21)
    expect(contrastOf('#ffffff', '#767676')).toBeCloseTo(4.54, 2)
    expect(contrastOf('#5b3fa0', '#ffffff')).toBeCloseTo(7.9, 1)
    // Dark channels count on a straight line: 10 of 255 is 0.00304.
    expect(contrastOf('#0a0a0a', '#ffffff')).toBeCloseTo(1.05 / 0.05304, 2)
  })

  it.each(['#5b3fa0', '#1d1829', '#b3361b', '#0c7040', '#1b5f8f'])('%s can be read on every ground', (colour) =>
    expect(accentRefusal(colour)).toBeNull(),
  )

  it.each([
    ['#ffc72c', 'a darker colour: the contrast of this one on the violet of notices is 1.2, and text needs 4.5'],
    ['#ffffff', 'a darker colour: the contrast of this one on white is 1.0, and text needs 4.5'],
    // Enough on white alone is not enough.
    ['#767676', 'a darker colour: the contrast of this one on the violet of notices is 3.7, and text needs 4.5'],
  ])('%s is refused with its contrast', (colour, said) => expect(accentRefusal(colour)).toBe(said))

  it('is darker where it is pointed at', () => {
    expect(accentOf('#b3361b')).toEqual({ colour: '#b3361b', hover: '#8f2b16' })
    expect([isColour('#b3361b'), isColour('red'), isColour('#fff')]).toEqual([true, false, false])
  })

  it('knows the grounds of the sheets', () => {
    const tokens = readFileSync('src/ui/tokens.css', 'utf8')
    for (const ground of ['#f5f4f8', '#ece7f8', '#fdece6', '#e0f4e8', '#e2f0f8', '#fff2cf']) expect(tokens).toContain(ground)
  })
})
