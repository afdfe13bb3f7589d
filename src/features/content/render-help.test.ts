import { describe, expect, it } from 'vitest'
import { renderHelp } from '#features/content/help-texts.ts'
import { shopFacts } from '../../../test/checkout.ts'

const render = (body: string, shop = shopFacts) => renderHelp({ slug: 'faq', body }, shop)
const htmlOf = (body: string) =>
  render(body)
    .map(({ title, html }) => `${title ?? ''}|${html}`)
    .join('\n')

describe('the Markdown of a section', () => {
  it('is split at its headings, which the page sets below its own', () => {
    const [intro, first, second, again] = render(
      'Before.\n\n# One *more* & {#one}\n\nText\n\n#### Deeper\n\nMore\n\n### Two\n\n- a\n- b\n\n### Two\n\nx',
    )
    expect(intro).toEqual({ anchor: 'faq', title: null, html: '<p>Before.</p>', text: 'Before.' })
    expect(first).toEqual({
      anchor: 'faq-one',
      title: 'One more &',
      html: '<p>Text</p>\n<h4>Deeper</h4>\n<p>More</p>',
      text: 'Text\n\nDeeper\n\nMore',
    })
    expect(second).toMatchObject({ anchor: 'faq-two', title: 'Two', text: '- a\n- b' })
    expect(again?.anchor).toBe('faq-two-2')
    expect(htmlOf('<h1>Raw</h1>')).toBe('|<h4>Raw</h4>')
  })

  it('keeps the cells of a table apart where it is told as plain text', () => {
    expect(render('| Where | Takes |\n| --- | --- |\n| Nairobi | 1 day |')[0]?.text.replace(/\n+/g, '\n')).toBe('Where · Takes\nNairobi · 1 day')
  })

  it('is filled from the settings, which are text and nothing else', () => {
    const shop = { ...shopFacts, name: '*A* <b>[x](javascript:alert(1))</b> {phone}', phone: '+254 700 123 456', email: 'a_b_c@viatu.example' }
    const [piece] = render('**{shop}** [{phone}](<tel:{phone}>) [{email}](mailto:{email}) {nobody}', shop)
    expect(piece?.html).toBe(
      '<p><strong>*A* &lt;b&gt;[x](javascript:alert(1))&lt;/b&gt; {phone}</strong> <a href="tel:+254700123456">+254 700 123 456</a> ' +
        '<a href="mailto:a_b_c@viatu.example" rel="noopener nofollow">a_b_c@viatu.example</a> {nobody}</p>',
    )
  })

  it('keeps tables, lists, links to own paths and http(s), and own pictures with room for them', () => {
    expect(htmlOf('| EU | cm |\n| --- | ---: |\n| 42 | 26.5 |')).toContain('<th align="right" scope="col">cm</th>')
    expect(htmlOf('[a](/products?search=x#y) [b](#faq-pay) [c](https://odpc.go.ke/x)')).toBe(
      '|<p><a href="/products?search=x#y">a</a> <a href="#faq-pay">b</a> <a href="https://odpc.go.ke/x" rel="noopener nofollow">c</a></p>',
    )
    expect(htmlOf('![A foot](/art/measure-foot.svg)')).toBe('|<p><img src="/art/measure-foot.svg" alt="A foot" width="720" height="360" /></p>')
    for (const src of ['https://evil.example/a.png', '//evil.example/a', '/sign-out', '/art/../sign-out?x', 'data:image/svg+xml,x', '/files\\x'])
      expect(htmlOf(`![x](<${src}>)`).replace('/art/../sign-out?x', '')).not.toContain('<img')
  })

  it('leaves out what names an exchange that the shop does not promise', () => {
    const body = '### One\n\nWithin {exchange_days} days.\n\n- More\n\n### Two\n\nText'
    expect(render(body).map(({ title }) => title)).toEqual(['One', 'Two'])
    expect(render(body, { ...shopFacts, exchangeDays: 0 })).toEqual([{ anchor: 'faq-two', title: 'Two', html: '<p>Text</p>', text: 'Text' }])
  })

  it('loses the notes for the merchant', () => {
    expect(htmlOf('<!-- check: the fee -->\nText <!-- more --> here.')).toBe('|<p>Text  here.</p>')
  })

  it.each(hostile())('%s does nothing', (payload) => {
    for (const body of [payload, `### ${payload}\n\n${payload}`, `| a |\n| --- |\n| ${payload.replaceAll('\n', ' ')} |`, `- ${payload}`]) {
      for (const { html } of render(body)) expectHarmless(html)
    }
  })

  it('is read in time, whatever it is', () => {
    const started = performance.now()
    for (const unit of ['>', '> ', '* - ', '- ', '1. '])
      expect(() => render(unit.repeat(16_000 / unit.length))).toThrow(expect.objectContaining({ code: 'bad_input' }))
    for (const unit of ['[', '![', '*a', '`', '<a ', '<!--', '-', '\n> ', '_**', '[a](', '|', '&#', '\\', '<details>', '~~', 'http://', '{shop}'])
      expectHarmless(htmlOf(unit.repeat(16_000 / unit.length)))
    expect(performance.now() - started).toBeLessThan(15_000)
  })
})

/** Every tag and attribute is an expected one, by this test's own rules. */
function expectHarmless(html: string) {
  const tags = [...html.matchAll(/<(\/?)([a-z0-9]+)((?:\s+[a-z-]+="[^"<>]*")*)\s*(\/?)>/g)]
  const rest = tags.reduce((text, [tag]) => text.replace(tag, ''), html)
  expect(rest, 'what is no tag has no bracket').not.toMatch(/[<>]/)
  for (const [, , name = '', attributes = ''] of tags) {
    expect([
      'p',
      'br',
      'hr',
      'strong',
      'em',
      'del',
      'code',
      'pre',
      'blockquote',
      'ul',
      'ol',
      'li',
      'a',
      'img',
      'h4',
      'h5',
      'h6',
      'table',
      'thead',
      'tbody',
      'tr',
      'th',
      'td',
    ]).toContain(name)
    for (const [, attribute = '', value = ''] of attributes.matchAll(/([a-z-]+)="([^"]*)"/g)) {
      expect(['href', 'rel', 'src', 'alt', 'width', 'height', 'start', 'align', 'scope']).toContain(attribute)
      if (attribute === 'href') expect(value).toMatch(/^(https?:\/\/|mailto:|tel:[+\d]*$|#|\/(?![/\\]))/i)
      if (attribute === 'src') expect(value).toMatch(/^\/(art|files)\//)
    }
  }
}

function hostile(): string[] {
  return [
    '<script>alert(1)</script>',
    '<ScRiPt src=//evil.example/x.js></sCrIpT>',
    '<scr<script>ipt>alert(1)</scr</script>ipt>',
    '<img src=x onerror=alert(1)>',
    '<img src="/art/a.svg" onload="alert(1)" style="position:fixed">',
    '<IMG """><SCRIPT>alert(1)</SCRIPT>">',
    '<svg onload=alert(1)><circle/></svg>',
    '<svg><script>alert(1)</script></svg>',
    '<svg><style><img src=x onerror=alert(1)></style></svg>',
    '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
    '<iframe src="javascript:alert(1)"></iframe>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<object data="javascript:alert(1)"></object><embed src=/x>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="jAvAsCrIpT&colon;alert(1)">x</a>',
    '<a href="&#106;&#97;vascript:alert(1)">x</a>',
    '<a href=" java\nscript:alert(1)">x</a>',
    '<a href="\u0001javascript:alert(1)">x</a>',
    '<a href="data:text/html,<script>alert(1)</script>">x</a>',
    '<a href="vbscript:x">x</a>',
    '<a href="//evil.example">x</a>',
    '<a href="/\\evil.example">x</a>',
    '<a href="\\\\evil.example">x</a>',
    '<a href="/\t/evil.example">x</a>',
    '<a href="/x" onclick="alert(1)" target="_top" id="main" name="body" class="btn" style="x">x</a>',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](javascript&#58;alert(1))',
    '[x](java\\script:alert(1))',
    '[x](<javascript:alert(1)>)',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '[x][y]\n\n[y]: javascript:alert(1)',
    '<javascript:alert(1)>',
    '![x](javascript:alert(1))',
    '![x](/art/a.svg"onerror="alert(1))',
    '![" onerror="alert(1)](/art/a.svg)',
    '[x](/a "t\\" onclick=\\"alert(1)")',
    '```"><script>alert(1)</script>\nx\n```',
    '`<script>alert(1)</script>`',
    '<style>body{display:none}</style><link rel=stylesheet href=//evil.example>',
    '<form action="/sign-out"><input name=x><button formaction="javascript:alert(1)">x</button></form>',
    '<base href="//evil.example/"><meta http-equiv=refresh content="0;url=//evil.example">',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<textarea><img src=x onerror=alert(1)></textarea>',
    '<template><img src=x onerror=alert(1)></template>',
    '<details open ontoggle=alert(1)><summary id=faq>x</summary></details>',
    '<video><source onerror=alert(1)></video><audio src onerror=alert(1)>',
    '</main></body><script>alert(1)</script>',
    '<!--><img src=x onerror=alert(1)>-->',
    '<![CDATA[<img src=x onerror=alert(1)>]]>',
    '<?xml version="1.0"?><x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>',
    '<p>{shop}</p><p title={phone}>"</p>',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
    '<<p>script>alert(1)<</p>/script>',
  ]
}
