import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
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
