import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountsIn, type GivenAmounts, hasUngivenAmount } from '#domain/model-reply.ts'
import { endOfSentence, plainReply } from './model-reply.ts'

describe('a plain reply', () => {
  it.each([
    ['We have **Kasi Runner** in EU 42.', 'We have Kasi Runner in EU 42.'],
    ['java**script:**alert(1) and <**img** src=x> and !**[**x](//evil.test)', ' ) and and '],
    ['# Shoes\n- `Kasi`\n- Wingu', 'Shoes\n- Kasi\n- Wingu'],
    ['See [the page](https://evil.test/a).', 'See the page.'],
    ['See [the page](javascript:alert(1)).', 'See the page.'],
    ['![x](https://evil.test/?q=secret) Hello', ' Hello'],
    ['![x][1] Hello\n[1]: https://evil.test/?q=1', ' Hello\n'],
    ['Hi <img src=x onerror=alert(1)> there', 'Hi there'],
    ['Hi <script>alert(1)</script> there', 'Hi alert(1) there'],
    ['Hi <img src=x onerror=alert(1)', 'Hi '],
    ['Go to https://evil.test/pay or evil.co.ke/pay or www.evil.com now', 'Go to or or now'],
    ['Click javascript:alert(1) or JaVaScript :alert(1) or data:text/html,x', 'Click ) or ) or '],
    ['Go to //evil.test/x', 'Go to '],
    ['Write to thief@evil.com or hello@viatu.example', 'Write to or hello@viatu.example'],
    ['Kasi\u202eruoy\u202c \u200bRunner\u{e0041}', 'Kasiruoy Runner'],
    ['ＫＳｈ ４，５００', 'KSh 4,500'],
    ['Sizes 42.5, 43 and 44. Nike Air Max 90 is 2.5 cm high.', 'Sizes 42.5, 43 and 44. Nike Air Max 90 is 2.5 cm high.'],
    ['Open 8:00 to 17:00, Monday/Tuesday; size < 42 > 40', 'Open 8:00 to 17:00, Monday/Tuesday; size < 42 > 40'],
  ])('of %j is %j', (written, shown) => expect(plainReply(written, ['hello@viatu.example'])).toBe(shown))

  it('holds no address and no tag, whatever was written, and takes no time over it', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '![',
        '](',
        ')',
        '[',
        ']',
        '<',
        '>',
        '<img ',
        'https://',
        '//',
        'javascript:',
        'evil.com',
        '@',
        '**',
        '`',
        '\n',
        '\u200b',
        'a',
        ' ',
      ),
      fc.string({ maxLength: 5 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        expect(plainReply(pieces.join(''))).not.toMatch(/https?:\/\/\S|javascript:|<img |<script/i)
      }),
      { numRuns: 500 },
    )
    for (const bomb of ['![', '[a](', '<a ', 'a.', '**a', '`', 'https:/', '[x]:', '<!--', 'a@a.']) {
      const begun = performance.now()
      plainReply(bomb.repeat(20_000 / bomb.length))
      expect(performance.now() - begun, bomb).toBeLessThan(500)
    }
  })

  it('knows where a sentence ends, and where it may go on', () => {
    const first = (text: string) => text.slice(0, endOfSentence(text))
    expect(first('We have two. They cost KSh. 4,500. Ok')).toBe('We have two. ')
    expect(first('They cost KSh. 4,500. Ok')).toBe('They cost KSh. 4,500. ')
    expect(first('Kasi\n\nWingu')).toBe('Kasi\n\n')
    expect(first('No end here')).toBe('')
    expect(first('Size 42.5')).toBe('')
  })
})

const given: GivenAmounts = {
  prices: new Set(['4500', '5000', '10%', '3200', '300']),
  numbers: new Set(['574', '2547', '254700000000']),
  asked: new Set(['4000', '1']),
}

describe('the numbers of a text', () => {
  it.each<[string, string, boolean, boolean]>([
    ['KSh 4,500', '4500', true, false],
    ['Ksh. 4 500', '4500', true, false],
    ['kes4500.50', '4500.5', true, false],
    ['4.500/=', '4500', true, false],
    ['4.5k', '4500', true, false],
    ['20 bob', '20', true, false],
    ['$45', '45', true, false],
    ['elfu 4', '4000', true, false],
    ['it costs 999', '999', true, false],
    ['yours for 99', '99', true, false],
    ['only 3 left', '3', false, false],
    ['for 2 days', '2', false, false],
    ['50% off', '50%', true, false],
    ['asilimia 50', '50%', true, false],
    ['under KSh 4,000', '4000', true, true],
    ['chini ya 4000', '4000', false, true],
    ['EU 42', '42', false, false],
    ['mia 5', '500', true, false],
    ['elfu 4 tu', '4000', true, false],
    ['only 60', '60', false, false],
    ['only 61', '61', true, false],
    ['five', 'five', false, false],
    ['New Balance 574', '574', false, false],
  ])('of %j are %s', (text, amount, isPrice, isBound) => expect(amountsIn(text)).toEqual([{ amount, isPrice, isBound }]))

  it('of a range are two', () => {
    expect(amountsIn('between KSh 2,000 and KSh 4,000').map(({ amount, isBound }) => [amount, isBound])).toEqual([
      ['2000', true],
      ['4000', true],
    ])
  })
})

describe('a sentence', () => {
  it.each([
    'Kasi Runner costs KSh 4,500, down from KSh 5,000 (10% off).',
    'The Wingu Loafer is KSh 3,200 and comes in EU 40, 41 and 42.',
    'Kasi Runner is KSh 4,500 and Wingu Loafer KSh 3,200.',
    'Delivery in Nairobi costs KSh 300.',
    'Here are loafers under KSh 4,000:',
    'I did not find anything under 4000.',
    'New Balance 574 comes in EU 42.5. Only 2 pairs left.',
    'Feel free to ask. We answer within 24 hours.',
    'You pay by M-Pesa after checkout.',
    'Call +254 700 000 000, or write on WhatsApp at +254700000000.',
    'It is one of two.',
    'It comes in EU 41,42,43 and 42.5.',
    'Only 42 and 43 are left, for 2 days.',
    'You are paying for 2 pairs.',
    'We have 60 of them.',
  ])('with amounts that tools gave passes: %s', (sentence) => expect(hasUngivenAmount(sentence, given)).toBe(false))

  it.each([
    'It costs KSh 1.',
    'Deal: KSh 1!',
    'The price is 1.',
    'Only 999 today.',
    'Yours for 4000.',
    'It is 4.2k bob.',
    'It is five hundred shillings.',
    'It costs ten shillings.',
    'Kasi Runner is KSh fifty.',
    'The price is ten.',
    'It costs shilingi kumi.',
    'Yes, it is 4000.',
    'Kasi Runner goes for around 4000.',
    'Bei ni mia tano.',
    'Bei ni elfu moja.',
    'It costs ٥٠٠.',
    'You get 50% off.',
    'You get 100 percent off.',
    'Send it to till 554433.',
    'Kasi Runner costs Ksh.500 today.',
    'It is Kshs.1,200.',
    'It is KSh.50.',
    'It is ksh,50.',
    'It is .500 today.',
    'You can have it at 5 hundred bob.',
    'Take it for 5 hundred shillings.',
    'You can have it at 2 million.',
    'It costs only 50.',
    'The price is only 5.',
    'The price is now just 5.',
    'It costs you 50.',
    'It costs just five.',
    'It is five Kenyan shillings.',
    'Pay only 20 today.',
    'Yours for just 10.',
    'It is yours for 50.',
    'Call +254 711 000 111.',
    'We have 61 of them.',
  ])('with an amount that none gave does not: %s', (sentence) => expect(hasUngivenAmount(sentence, given)).toBe(true))

  it('may repeat the number of a visitor where no product was found', () => {
    const none = { ...given, prices: new Set<string>() }
    expect(hasUngivenAmount('We have no shoes called 4000.', none)).toBe(false)
    expect(hasUngivenAmount('It costs KSh 4000.', none)).toBe(true)
  })
})
