import { Marked } from 'marked'
import sanitizeHtml, { type IOptions } from 'sanitize-html'
import { textOfHtml } from '#domain/plain-text.ts'

/** The reader of the shop's Markdown. */
export const marked = new Marked({ gfm: true })
/** For a text that was written without Markdown in mind: its lines stay lines. */
const linewise = new Marked({ gfm: true, breaks: true })

/** The Markdown parser calls itself for each level: a text that is nested deeper than a person can read is not parsed. */
export const tooDeep = /^(?:[ \t]*(?:>|[*+-][ \t]|\d+[.)][ \t])){20}/m

/** Drops everything that `allowed` does not name, also from an admin's text (docs/decisions/0020). */
export function safe(html: string): string {
  return sanitizeHtml(html, allowed).trim()
}

/** The words of HTML that is safe. */
export function textOf(html: string): string {
  return textOfHtml(html.replace(/<\/t[dh]>(?=\s*<t[dh])/g, '$& · '))
}

/**
 * The description of a product: as HTML that is safe to show, and as plain text. Every description is parsed; one that is nested too deep stays as it was
 * written.
 */
export function renderDescription(written: string): { html: string; text: string } {
  const read = tooDeep.test(written) ? paragraphs(written) : linewise.parse(written, { async: false })
  const html = safe(read)
  return { html, text: textOf(html) }
}

/** The same as plain text. Most descriptions have no sign that Markdown would read, and lists hold many of them. */
export function plainDescription(written: string): string {
  return signs.test(written) ? renderDescription(written).text : written
}

const signs = /[*_`[\]<>#~|\\&=]|---/

function paragraphs(written: string): string {
  const lines = written.replaceAll('&', '&amp;').replaceAll('<', '&lt;').split('\n')
  return `<p>${lines.join('<br>')}</p>`
}

/** Pictures of ours, and of the storage; an address of the shop that would do something is not allowed. */
const ownPicture = /^\/(art|files)(\/\w[\w-]*(\.[\w-]+)*)+$/
/** The path must not begin like the address of another site, however browsers read it. */
const ownPath = /^(\/(?![/\\])|#)[^\\\p{Cc}]*$/u
const outside = /^(https?:\/\/|mailto:|tel:)/i

const allowed: IOptions = {
  allowedTags: [
    ...['p', 'br', 'hr', 'strong', 'em', 'del', 'code', 'pre', 'blockquote', 'ul', 'ol', 'li', 'a', 'img'],
    ...['h4', 'h5', 'h6', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: { a: ['href', 'rel'], img: ['src', 'alt', 'width', 'height'], ol: ['start'], th: ['align', 'scope'], td: ['align'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  // Drops their text too, and not only the tags around it.
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'iframe',
    'svg',
    'math',
    'template',
    'title',
    'xmp',
    'noembed',
    'noframes',
    'plaintext',
  ],
  transformTags: {
    h1: 'h4',
    h2: 'h4',
    h3: 'h4',
    th: (tagName, { align }) => ({ tagName, attribs: { ...(align && { align }), scope: 'col' } }),
    a: (tagName, { href = '' }) => ({ tagName, attribs: linkTo(href) }),
    // The page keeps room for the picture before it loads, as for every picture of the shop.
    img: (tagName, { src = '', alt = '' }) => ({ tagName, attribs: { ...(ownPicture.test(src) && { src }), alt, width: '720', height: '360' } }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
}

function linkTo(href: string): Record<string, string> {
  if (ownPath.test(href)) return { href }
  if (!outside.test(href)) return {}
  if (/^tel:/i.test(href)) return { href: `tel:${decodedPhone(href)}` }
  return { href, rel: 'noopener nofollow' }
}

/** Digits as phones dial them. */
function decodedPhone(href: string): string {
  return href
    .slice('tel:'.length)
    .replace(/%20/g, '')
    .replace(/[^+\d]/g, '')
}
