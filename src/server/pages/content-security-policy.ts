import { hash } from 'node:crypto'

/**
 * The content security policy of a page: our own scripts, and the hashes of exactly those inline scripts that carry the nonce of this rendering, which
 * injected markup cannot know (docs/decisions/0004). `html` is the page with its nonces, in parts; they are stripped (`withoutNonces`) before it is sent.
 */
export function pagePolicy(html: readonly string[], nonce: string, mode: 'production' | 'development' = 'production'): string {
  const building = mode === 'development'
  const hashesOf = (tag: keyof typeof openings) =>
    [...new Set(html.flatMap((part) => inlineTexts(part, tag, nonce)).map(tag === 'style' ? hashOfStyle : hashOf))].join(' ')
  return [
    "default-src 'self'",
    `script-src 'self' ${hashesOf('script')}`.trim(),
    // In development Vite injects styles and uses a WebSocket.
    `style-src 'self' ${building ? "'unsafe-inline'" : hashesOf('style')}`.trim(),
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self'",
    `connect-src 'self'${building ? ' ws:' : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "frame-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    // Browsers support one or the other (`reportRoute`).
    'report-uri /csp-reports',
    'report-to csp',
  ].join('; ')
}

/** The texts of the elements that carry the nonce. */
function inlineTexts(html: string, tag: 'script' | 'style', nonce: string): string[] {
  const texts: string[] = []
  const mark = ` nonce="${nonce}"`
  for (let at = html.indexOf(mark); at >= 0; at = html.indexOf(mark, at + 1)) {
    const start = html.indexOf('>', at) + 1
    const end = html.indexOf(`</${tag}>`, start)
    // No `<` in between: an injected tag that was left open must not absorb the nonce of the next one.
    const isOurs = openings[tag].test(html.slice(html.lastIndexOf('<', at), at)) && !html.slice(at, start).includes('<')
    if (isOurs && end >= 0) texts.push(html.slice(start, end))
  }
  return texts
}
const openings = { script: /^<script( [^<>]*)?$/, style: /^<style( [^<>]*)?$/ }

/** The styles of a build are few, and longer than all scripts of a page. */
function hashOfStyle(text: string): string {
  const known = styles.get(text) ?? hashOf(text)
  if (styles.size < 100) styles.set(text, known)
  return known
}
const styles = new Map<string, string>()

/** The CSP source expression of an inline script or style. */
export function hashOf(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`
}

/**
 * The bytes of a page without the nonces of its rendering: the policy names its scripts by their hashes. They stand in memory that the next page is written to:
 * a page is compressed at once, and a buffer for each would soon be more than all else that the shop holds.
 */
export function withoutNonces(html: readonly string[], nonce: string): Buffer<ArrayBuffer> {
  const texts = html.flatMap((part) => part.split(` nonce="${nonce}"`))
  // A character has at most three bytes.
  const most = texts.reduce((sum, { length }) => sum + 3 * length, 0)
  if (room.length < most && most <= maxRoom) room = Buffer.allocUnsafe(most)
  const bytes = room.length < most ? Buffer.allocUnsafe(most) : room
  let end = 0
  for (const text of texts) end += bytes.write(text, end)
  return bytes.subarray(0, end)
}
let room = Buffer.alloc(0)
const maxRoom = 2 ** 21
