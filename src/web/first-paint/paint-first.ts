import { readFileSync } from 'node:fs'
import { heldType } from '#web/first-paint/start-script.ts'

/**
 * Inlines a document's style sheets in their order, so that it can be painted without further requests, and delays its scripts until the first paint
 * (start-script.ts). `nonce` is the CSP nonce of the response (server/security.ts). Returns the document in parts, none of which ends inside of an element with a nonce: joined, it would be copied.
 */
export function paintFirst(html: string, nonce: string, readSheet: (address: string) => string = builtSheet): string[] {
  const end = html.indexOf('</head>')
  const modules: string[] = []
  const sheets: string[] = []
  const head = html.slice(0, end).replaceAll(/<link (?=[^>]*rel="(modulepreload|stylesheet)")[^>]*href="([^"]+)"[^>]*>/g, (_, rel, href) => {
    if (rel === 'modulepreload') modules.push(href)
    // The first one is replaced by the inline styles.
    else if (sheets.push(href) === 1) return '<style></style>'
    return ''
  })
  const [before = '', after = ''] = head.split('<style></style>')
  const styles = sheets.map((href) => readSheet(href.replace('#', ''))).join('')
  const start = `<script nonce="${nonce}" type="module" async="">`
  const script = html.lastIndexOf(start)
  if (script < 0) return [before, `<style nonce="${nonce}">${styles}</style>`, after, html.slice(end)]
  const delayed = `<script nonce="${nonce}" type="${heldType}" data-modules="${modules.join(' ')}" data-sheets="${sheets.join(' ')}">`
  return [before, `<style nonce="${nonce}">${styles}</style>`, after, html.slice(end, script), delayed + html.slice(script + start.length)]
}

/** A style sheet of the build, cached: its name contains the hash of its text. */
function builtSheet(address: string): string {
  const text = texts.get(address) ?? readFileSync(`build/client${address}`, 'utf8').trim()
  texts.set(address, text)
  return text
}
const texts = new Map<string, string>()
