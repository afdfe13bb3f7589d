import { describe, expect, it } from 'vitest'
import { plainDescription, renderDescription } from '#core/markdown.ts'

describe('the description of a product', () => {
  it('is Markdown, and plain text where only words have room', () =>
    expect(renderDescription('**Wide** at the toes, see the [size guide](/help#size-guide).\n\n1. Light\n2. Soft')).toEqual({
      html: '<p><strong>Wide</strong> at the toes, see the <a href="/help#size-guide">size guide</a>.</p>\n<ol>\n<li>Light</li>\n<li>Soft</li>\n</ol>',
      text: 'Wide at the toes, see the size guide.\n\n- Light\n- Soft',
    }))

  it('keeps the lines of a text that was written without Markdown in mind', () => {
    const { html, text } = renderDescription('Canvas & rubber\nSizes 36-41')
    expect(html).toBe('<p>Canvas &amp; rubber<br />Sizes 36-41</p>')
    expect(text).toBe('Canvas & rubber\nSizes 36-41')
  })

  it.each(['', 'A penny loafer.', 'Two lines\nof words', '- a\n- b'])('%j without its signs is left as it is', (text) =>
    expect(plainDescription(text)).toBe(text),
  )
  it.each([
    ['**Wide**', 'Wide'],
    ['Tom &amp; Co', 'Tom & Co'],
    ['`a` <b>b</b>', 'a b'],
    ['# Big', 'Big'],
  ])('%j is told as %j', (written, text) => expect(plainDescription(written)).toBe(text))

  it.each(['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '[x](javascript:alert(1))', '<a href="//evil.example" onclick="x">x</a>'])(
    '%s does nothing',
    (payload) => {
      const { html, text } = renderDescription(`Fine. ${payload}`)
      expect(`${html}${text}`).not.toMatch(/script|onerror|onclick|evil|<img/)
    },
  )

  it('is read whatever it is: what stands too deep in each other stays as it was written', () => {
    const deep = `${'> '.repeat(2000)}<b>x</b> & "y"`
    const { html, text } = renderDescription(deep)
    expect(html).not.toContain('<b>')
    expect(text).toBe(deep.trim())
  })
})
