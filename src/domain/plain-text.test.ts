import { describe, expect, it } from 'vitest'
import { cutText, foldText, foldToken, isSeen, textOfHtml } from '#domain/plain-text.ts'

describe('the text of HTML', () => {
  it.each([
    ['<p>Light &amp; soft.</p><p>Runs&nbsp;small.</p>', 'Light & soft.\n\nRuns small.'],
    ['<ul><li>Leather</li><li>Rubber sole</li></ul>', '- Leather\n- Rubber sole'],
    ['one<br>two<br/>three', 'one\ntwo\nthree'],
    ['plain words, 5 < 6 & 7 > 2', 'plain words, 5 < 6 & 7 > 2'],
    ['<script>alert(1)</script>safe<style>p{}</style><!-- no -->', 'safe'],
    ['<script>never closed', ''],
    ['<img src=x onerror="alert(1)">', ''],
    ['&lt;script&gt;', '<script>'],
    ['caf&eacute; &#8211; &#x2713; &#0; &unknown; &constructor;', 'café – ✓ &#0; &unknown; &constructor;'],
    ['&AMP; &#32;&#31;&#9;x&#10;y&#13;z', '&  &#31; x y z'],
    ['&#126;&#127;&#159;&#160;&#xd7ff;&#xd800;&#xdfff;&#xe000;', '~&#127;&#159;\u00a0\ud7ff&#xd800;&#xdfff;\ue000'],
    ['&#x10ffff;&#x110000;', '\u{10ffff}&#x110000;'],
    ['  \n <div>a</div>\n\n<div>b</div> ', 'a\n\nb'],
  ])('%j', (html, text) => expect(textOfHtml(html)).toBe(text))

  it.each(['<', '<li', '<a ', '<!--', '<script', '&', '</script '])('costs no more than its length, whatever stands in it: %s', (piece) => {
    const start = performance.now()
    textOfHtml(piece.repeat(20_000))
    expect(performance.now() - start).toBeLessThan(1000)
  })
})

it('a text is cut at a word', () => {
  expect(cutText('one two three', 9)).toBe('one two…')
  expect(cutText('x'.repeat(50), 10)).toBe(`${'x'.repeat(9)}…`)
  expect(cutText('short', 0)).toBe('')
  expect(cutText('short', 1)).toBe('…')
  expect(cutText('short', 5)).toBe('short')
  expect(cutText('short', 10)).toBe('short')
})

describe('a text that people wrote', () => {
  it.each([
    ['Asha\u200b Ali', 'Asha Ali'],
    ['\u0645\u062d\u0645\u062f\u200f \u0639\u0644\u064a', '\u0645\u062d\u0645\u062f \u0639\u0644\u064a'],
    ['\ufeffPlot 12\u200b, Kisumu\u0000\u0007', 'Plot 12, Kisumu'],
    ['\u202eruoy\u202c \u2067shop\u2069', 'ruoy shop'],
    ['half \ud800 a letter', 'half  a letter'],
    ['cafe\u0301', 'café'],
    ['Wanjiru Ka\u200dmau\u200c, \u200dNairobi', 'Wanjiru Kamau, Nairobi'],
  ])('%j loses what cannot be seen', (text, seen) => {
    expect(foldText(text)).toBe(seen)
    expect(isSeen(foldText(text))).toBe(true)
  })

  it.each(['First line\r\n\tsecond', '👩‍👧 ❤️', '\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645', '李', '½ ™ – “quoted”'])(
    '%j stays as it is',
    (text) => {
      expect(foldText(text)).toBe(text)
      expect(isSeen(text)).toBe(true)
    },
  )

  it('is seen to hold a mark each time it is asked', () => {
    for (let time = 0; time < 3; time++) expect(isSeen('Asha\u200b')).toBe(false)
  })
})

describe('a phone, an address or a code', () => {
  it.each([
    ['\u202a+254 712 345678\u202c', '+254 712 345678'],
    ['+254\ufe0f 712', '+254 712'],
    ['0712\u2013345\u2212678', '0712-345-678'],
    ['\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668\u0669', '0123456789'],
    ['\u06f0\u06f1\u06f2\u06f3\u06f4\u06f5\u06f6\u06f7\u06f8\u06f9', '0123456789'],
    ['\u0966\u0967\u0968\u0969\u096a\u096b\u096c\u096d\u096e\u096f', '0123456789'],
    ['\uff10\uff17\uff11\uff12', '0712'],
    ['\u{1d7d8}\u{1d7e1}', '09'],
    ['\u{11136}\u{1113f}', '09'],
    [' 3f9a\u200d21c8\u00a0', '3f9a21c8'],
  ])('%j reads %s', (text, plain) => expect(foldToken(text)).toBe(plain))

  it('reads every digit that Unicode has', () => {
    for (let point = 0; point <= 0x10ffff; point++) {
      const letter = String.fromCodePoint(point)
      if (/\p{Nd}/u.test(letter)) expect(foldToken(letter), point.toString(16)).toMatch(/^\d$/)
    }
  })
})
