import { readFileSync } from 'node:fs'
import { heldType } from '#web/start-script.ts'

/**
 * A document that can be painted by itself: its style sheets stand in it, in their order, and its scripts are held back until something is seen
 * (start-script.ts). `nonce` is that of this rendering (server/security.ts).
 */
export function paintFirst(html: string, nonce: string, readSheet: (address: string) => string = builtSheet): string {
  const end = html.indexOf('</head>')
  const modules: string[] = []
  const sheets: string[] = []
  const head = html.slice(0, end).replaceAll(/<link (?=[^>]*rel="(modulepreload|stylesheet)")[^>]*href="([^"]+)"[^>]*>/g, (_, rel, href) => {
    if (rel === 'modulepreload') modules.push(href)
    // The first one makes room for all.
    else if (sheets.push(href) === 1) return '<style></style>'
    return ''
  })
  const styles = sheets.map((href) => readSheet(href.replace('#', ''))).join('')
  const held = `<script nonce="${nonce}" type="${heldType}" data-modules="${modules.join(' ')}" data-sheets="${sheets.join(' ')}">`
  return (
    head.replace('<style></style>', () => `<style nonce="${nonce}">${styles}</style>`) +
    html.slice(end).replace(`<script nonce="${nonce}" type="module" async="">`, () => held)
  )
}

/** A sheet of the build under its address; its name changes with its text, so it is read once. */
function builtSheet(address: string): string {
  const text = texts.get(address) ?? readFileSync(`build/client${address}`, 'utf8').trim()
  texts.set(address, text)
  return text
}
const texts = new Map<string, string>()
