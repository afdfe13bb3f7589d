import { describe, expect, it } from 'vitest'
import { checksIn, fillPlaceholders, type HelpFacts, headingOf, helpHref, placeholderList, unsaid, withoutNotes } from '#domain/help-sections.ts'

const shop: HelpFacts = {
  name: 'Viatu',
  phone: '+254 700 000 000',
  whatsapp: '254700000000',
  email: 'shop@viatu.example',
  location: 'Nairobi',
  commissionPercent: 12,
  referralDays: 14,
  exchangeDays: 21,
}

describe('a text of the help page', () => {
  it('is filled from the settings, and only with what it may name', () => {
    expect(fillPlaceholders('{shop}, {location}: {phone} {email} {whatsapp}', shop)).toBe(
      'Viatu, Nairobi: +254 700 000 000 shop@viatu.example 254700000000',
    )
    expect(fillPlaceholders('{commission}% for {link_days} days, {exchange_days} to exchange', shop)).toBe('12% for 14 days, 21 to exchange')
    expect(fillPlaceholders('{exchange_days}', { ...shop, exchangeDays: 0 })).toBe(unsaid)
    for (const text of ['{origin}', '{constructor}', '{__proto__}', '{toString}', '{ shop }', '{Shop}', '{}', '{shop']) {
      expect(fillPlaceholders(text, shop)).toBe(text)
    }
    expect(fillPlaceholders('{shop}', { ...shop, name: '$& {phone}' })).toBe('$& {phone}')
  })

  it('says what it may name', () => {
    expect(placeholderList()).toBe('{shop}, {phone}, {whatsapp}, {email}, {location}, {commission}, {link_days} and {exchange_days}')
    expect(placeholderList('`')).toMatch(/^`\{shop\}`, `\{phone\}`, .* and `\{exchange_days\}`$/)
  })

  it('carries notes for the merchant that readers do not see', () => {
    const body = '<!-- check: the fee -->\n<!--check:the days-->\n<!-- an old thought -->\n<!-- check: -->\n\n### Where?\n\nIn Nairobi.<!-- open'
    expect(checksIn(body)).toEqual(['the fee', 'the days'])
    expect(withoutNotes(body)).toBe('### Where?\n\nIn Nairobi.')
  })

  it.each([
    ['Can I return shoes? {#returns}', 'Can I return shoes?', 'returns'],
    ['Can I return shoes?', 'Can I return shoes?', 'can-i-return-shoes'],
    ['Über Größe', 'Über Größe', 'uber-gro-e'],
    ['{#only}', '', 'only'],
    ['  Where?  ', 'Where?', 'where'],
    ['A {#Not A Name}', 'A {#Not A Name}', 'a-not-a-name'],
    ['???', '???', 'part'],
    ['a'.repeat(60), 'a'.repeat(60), 'a'.repeat(40)],
  ])('%s is a heading with an anchor that lasts', (text, title, name) => {
    expect(headingOf(text)).toEqual({ title, name })
  })
})

it('links to a question of the help page', () => expect(helpHref('faq-pay')).toBe('/help#faq-pay'))
