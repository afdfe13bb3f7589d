import { describe, expect, it } from 'vitest'
import { excerptOf, searchHelp, termsOf } from '#domain/help-search.ts'
import type { HelpSection } from '#domain/help-sections.ts'

const section = (slug: string, title: string, pieces: [name: string, title: string, text: string][]): HelpSection => ({
  slug,
  title,
  pieces: pieces.map(([name, heading, text]) => ({ anchor: `${slug}-${name}`, title: heading, html: '', text })),
})
const help = [
  section('faq', 'Frequently asked questions', [
    ['pay', 'How do I pay?', 'By M-Pesa. A prompt comes to your phone; type your PIN there.'],
    ['pay-on-delivery', 'Can I pay on delivery, in cash or by card?', 'No. Orders are paid by M-Pesa before they are sent.'],
    ['no-prompt', 'No M-Pesa prompt came. What now?', 'Stay on the page and tap Send the prompt again.'],
    ['where', 'Where is my order?', 'On its own page.'],
    ['contact', 'How do I talk to a person, and where is the shop?', 'Chat with us on WhatsApp. We are in Nairobi.'],
  ]),
  section('shipping', 'Shipping and returns', [
    ['delivery', 'Where do you deliver, and how long does it take?', 'In Nairobi 1 day.\nMombasa, Kisumu, Eldoret 2 to 4 working days.'],
    ['delivery-fee', 'What does delivery cost?', 'Nothing is added to the prices you see.'],
    ['returns', 'Can I return or exchange shoes?', 'Yes, within 7 days: a wrong size, or faulty.'],
  ]),
  section('size-guide', 'Size guide', [['chart', 'Which size is that? EU, UK, US and cm', 'EU 42 is UK 8, US 9, 26.5 cm.']]),
]
const first = (question: string) => searchHelp(help, question)[0]?.piece.anchor ?? null

describe('the help page, asked', () => {
  it.each([
    ['How do I pay?', 'faq-pay'],
    ['naweza kulipa aje', 'faq-pay'],
    ['pay on delivery', 'faq-pay-on-delivery'],
    ['how do i pay with mpesa', 'faq-pay'],
    ['lipa na M-Pesa inafanyaje', 'faq-pay'],
    ['M-Pesa prompt haijakuja', 'faq-no-prompt'],
    ['naeza lipa pesa ikifika?', 'faq-pay-on-delivery'],
    ['do you accept airtel money', 'faq-pay-on-delivery'],
    ['do you take visa', 'faq-pay-on-delivery'],
    ['do you deliver to Kisumu', 'shipping-delivery'],
    ['mnadeliver mombasa?', 'shipping-delivery'],
    ['do you deliver to Lodwar', 'shipping-delivery'],
    ['delivery ni ngapi', 'shipping-delivery-fee'],
    ['how much is delivry', 'shipping-delivery-fee'],
    ['retrun policy', 'shipping-returns'],
    ['can I swap them', 'shipping-returns'],
    ['exchnge', 'shipping-returns'],
    ['oda yangu iko wapi', 'faq-where'],
    ['mko wapi', 'faq-contact'],
    ['nataka kuongea na mtu', 'faq-contact'],
    ['what is EU 42 in UK', 'size-guide-chart'],
  ])('%s leads to %s', (question, anchor) => expect(first(question)).toBe(anchor))

  it.each([
    '',
    '   ',
    '???',
    'the and of',
    'do you sell laptops',
    'what is the weather today',
    'who is the president',
    '\u0000',
    '<script>',
    'constructor',
  ])('%j is answered honestly with nothing', (question) => expect(searchHelp(help, question)).toEqual([]))

  it('answers at most three, and takes no longer for a hostile question', () => {
    expect(searchHelp(help, 'pay delivery order size return').length).toBeLessThanOrEqual(3)
    const started = performance.now()
    for (const hostile of ['a'.repeat(1_000_000), 'delivrey '.repeat(100_000), '\u0301'.repeat(100_000)]) searchHelp(help, hostile)
    expect(performance.now() - started).toBeLessThan(2_000)
  })

  it('reads the first 500 letters of a question', () => {
    expect(first(`${'the '.repeat(124)}pay`)).toBe('faq-pay')
    expect(first(`${'the '.repeat(125)}pay`)).toBeNull()
  })

  it('prefers the title, and among titles the rare word', () => {
    const pieces = [
      section('a', 'Orders', [
        ['one', 'Parcels', 'Lockers are near.'],
        ['two', 'Lockers', 'Parcels wait there.'],
        ['three', 'Parcels of others', 'Neighbours.'],
      ]),
    ]
    const found = (question: string) => searchHelp(pieces, question).map(({ piece }) => piece.anchor)
    expect(found('lockers'), 'a title counts three times').toEqual(['a-two'])
    expect(found('parcels lockers')[0]).toBe('a-two')
    expect(found('neighbours'), 'every word of the question is enough without a title').toEqual(['a-three'])
    expect(found('neighbours gather'), 'half of them is not').toEqual([])
    expect(found('lockers gather')).toEqual(['a-two'])
    expect(found('parcels'), 'what scores half of the best is told as well').toEqual(['a-one', 'a-three'])
    expect(found('lockers parcels gather')[0], 'one word in the title is enough').toBe('a-two')
    expect(found('lockers gather dust daily'), 'a strange word counts half: 1 of 2.5').toEqual(['a-two'])
    expect(found('lockers gather dust daily somewhere'), '1 of 3').toEqual([])
  })

  it('weighs the title above, and not the name of the section in the address', () => {
    const pieces = [
      section('a', 'Misc', [['one', 'Lockers', 'Near.']]),
      section('zebra', 'Lockers', [['two', 'Hours', 'Nine to five, model mb20001.']]),
    ]
    const found = (question: string) => searchHelp(pieces, question).map(({ piece }) => piece.anchor)
    expect(found('lockers')).toEqual(['a-one', 'zebra-two'])
    expect(found('zebra')).toEqual([])
    expect(found('mb20001')).toEqual(['zebra-two'])
    expect(found('mb20002'), 'a number is not guessed').toEqual([])
    expect(searchHelp([section('a', 'Misc', [['one', 'In stock', 'Yes.']])], 'stok')).toHaveLength(1)
  })

  it('answers with the introduction of a section', () => {
    const intro = [{ slug: 'a', title: 'Repairs', pieces: [{ anchor: 'a', title: null, html: '', text: 'Soles and heels.' }] }]
    expect(searchHelp(intro, 'repairs soles')).toHaveLength(1)
    expect(searchHelp(intro, 'repairs gather'), 'its section is its title').toHaveLength(1)
  })

  it('says what was asked in few letters', () => {
    const lines = Array.from({ length: 30 }, (_, at) => `Town ${at} takes ${at} working days.`)
    const text = ['In Nairobi and beyond.', ...lines, 'Kisumu takes 3 working days.'].join('\n')
    const told = excerptOf(text, 'do you deliver to Kisumu')
    expect(told).toMatch(/^In Nairobi and beyond\.\n/)
    expect(told).toMatch(/Kisumu takes 3 working days\.$/)
    expect(told.length).toBeLessThanOrEqual(320)
    expect(excerptOf('x'.repeat(2_000), 'x').length).toBeLessThan(330)
    expect(excerptOf('Short.', 'x')).toBe('Short.')
  })
})

it.each([
  ['ties uses king bags', ['tie', 'use', 'king', 'bag']],
  ['boxes jumping', ['box', 'jump']],
  ['couriers', ['deliver']],
  ['the M-Pesa', ['pay']],
])('the terms of %j are %j', (text, terms) => expect(termsOf(text)).toEqual(terms))

describe('an excerpt', () => {
  const lines = Array.from({ length: 9 }, (_, at) => `Line ${at} is as long as many other lines here.`)
  const lamu = 'Lamu is the last of all the towns on this long list.'
  const text = ['First line.', ...lines, '   ', lamu].join('\n')
  it.each([
    ['a\n\nb', 'x', 'a\n\nb'],
    [`${'a'.repeat(158)}\n\n${'b'.repeat(160)}`, 'x', `${'a'.repeat(158)}\n\n${'b'.repeat(160)}`],
    [text, 'lamu', ['First line.', ...lines.slice(0, 5), lamu].join('\n')],
    [text, 'x', ['First line.', ...lines.slice(0, 7)].join('\n')],
    [text, `${'x '.repeat(250)}lamu`, ['First line.', ...lines.slice(0, 7)].join('\n')],
    [
      ['The first of all lines.', ...lines].join('\n').replaceAll('Line', 'Lamu'),
      'lamu',
      ['The first of all lines.', ...lines.slice(0, 6)].join('\n').replaceAll('Line', 'Lamu'),
    ],
    [`${'a'.repeat(100)}\n${'b'.repeat(219)}\n${'c'.repeat(10)}`, 'x', `${'a'.repeat(100)}\n${'b'.repeat(219)}`],
    [`${'y'.repeat(400)}\nz`, 'x', 'y'.repeat(400)],
    [`${'y'.repeat(401)}\nz`, 'x', `${'y'.repeat(319)}…`],
  ])('of %j for %j', (whole, question, excerpt) => expect(excerptOf(whole, question)).toBe(excerpt))
})
