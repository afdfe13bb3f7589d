import { describe, expect, it } from 'vitest'
import { pagePolicy } from '#server/pages/content-security-policy.ts'
import { paintFirst } from '#web/first-paint/paint-first.ts'

const nonce = 'secret-of-this-page'
const page = [
  '<!DOCTYPE html><html><head><link rel="icon" href="/favicon.svg"/>',
  `<link rel="modulepreload" href="/assets/frame-1.js" nonce="${nonce}"/><link rel="modulepreload" href="/assets/home-2.js" nonce="${nonce}"/>`,
  `<link rel="stylesheet" nonce="${nonce}" href="/assets/shop-3.css#"/><link rel="stylesheet" nonce="${nonce}" href="/assets/home-4.css"/></head>`,
  '<body><p>&lt;link rel="stylesheet" href="/assets/of-a-visitor.css"&gt;</p>',
  `<script nonce="${nonce}">first()</script><script nonce="${nonce}" type="module" async="">import "/assets/home-2.js"</script></body></html>`,
].join('')
const parts = paintFirst(page, nonce, (href) => `/* ${href} */`)
const made = parts.join('')

describe('a document that can be painted by itself', () => {
  it('has its style sheets in it, in their order, and fetches none', () => {
    expect(made).toContain(`<style nonce="${nonce}">/* /assets/shop-3.css *//* /assets/home-4.css */</style></head>`)
    expect(made).not.toMatch(/<link[^>]*(stylesheet|modulepreload)/)
  })

  it('holds its scripts back, and names what they look for', () => {
    const lists = 'data-modules="/assets/frame-1.js /assets/home-2.js" data-sheets="/assets/shop-3.css# /assets/home-4.css"'
    expect(made).toContain(`<script nonce="${nonce}" type="text/held" ${lists}>import "/assets/home-2.js"</script>`)
    expect(made).not.toContain('type="module"')
  })

  it('is in parts that the policy can be written from', () => {
    const hashes = (html: string[]) => /script-src [^;]*;.*style-src [^;]*;/.exec(pagePolicy(html, nonce))?.[0]
    expect(hashes(parts)).toBe(hashes([made]))
    expect(hashes(parts)?.match(/sha256/g)).toHaveLength(3)
  })

  it('leaves everything else as it was', () => {
    expect(made).toContain('<link rel="icon" href="/favicon.svg"/>')
    expect(made).toContain('<p>&lt;link rel="stylesheet" href="/assets/of-a-visitor.css"&gt;</p>')
    expect(made).toContain(`<script nonce="${nonce}">first()</script>`)
  })
})
