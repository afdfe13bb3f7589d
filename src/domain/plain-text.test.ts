import { describe, expect, it } from 'vitest'
import { cutText, textOfHtml } from '#domain/plain-text.ts'

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
