import { Marked, type Token } from 'marked'
import sanitizeHtml, { type IOptions } from 'sanitize-html'
import { fillPlaceholders, type HelpPiece, headingOf, withoutNotes } from '#domain/help.ts'
import { textOfHtml } from '#domain/plain-text.ts'
import { Problem } from '#domain/problem.ts'
import type { ShopFacts } from '#domain/shop.ts'

const marked = new Marked({ gfm: true })

/** Headings down to this depth begin a piece; the page sets them itself, below its own. */
const pieceDepth = 3

/**
 * Reads a section's Markdown into its pieces, split at the headings, as HTML that is safe to show. What `allowed` does not name is dropped, whoever wrote it
 * (docs/decisions/0020). Problem `bad_input` for what is nested deeper than anybody can read.
 */
export function renderHelp({ slug, body }: { slug: string; body: string }, shop: ShopFacts): HelpPiece[] {
  if (tooDeep.test(body)) throw new Problem('bad_input', { fields: { body: 'Lists and quotations stand too deep in each other here.' } })
  const tokens = marked.lexer(fillPlaceholders(withoutNotes(body), shop, escaped))
  const pieces = split(tokens).map(({ heading, tokens: inside }) => {
    const html = safe(marked.parser(inside))
    if (heading === null) return { anchor: slug, title: null, html, text: textOf(html) }
    const { title, name } = headingOf(textOf(safe(marked.parser([{ ...heading, depth: 4 }]))))
    return { anchor: `${slug}-${name}`, title, html, text: textOf(html) }
  })
  return distinct(pieces.filter(({ title, html }) => title !== null || html !== ''))
}

/** The reader of Markdown calls itself for each level. */
const tooDeep = /^(?:[ \t]*(?:>|[*+-][ \t]|\d+[.)][ \t])){20}/m

type Heading = Extract<Token, { type: 'heading' }>

function split(tokens: Token[]): { heading: Heading | null; tokens: Token[] }[] {
  const pieces: { heading: Heading | null; tokens: Token[] }[] = [{ heading: null, tokens: [] }]
  for (const token of tokens) {
    if (token.type === 'heading' && token.depth <= pieceDepth) pieces.push({ heading: token as Heading, tokens: [] })
    else pieces.at(-1)?.tokens.push(token)
  }
  return pieces
}

/** Two headings with the same words still lead to two places. */
function distinct(pieces: HelpPiece[]): HelpPiece[] {
  const taken = new Set<string>()
  return pieces.map((piece) => {
    let anchor = piece.anchor
    for (let times = 2; taken.has(anchor); times++) anchor = `${piece.anchor}-${times}`
    taken.add(anchor)
    return { ...piece, anchor }
  })
}

/** A setting is text: what Markdown would read in it is written so that it does not. */
function escaped(value: string): string {
  return value.replace(/[\\`*_[\]<>()#!|~&{}]/g, '\\$&')
}

function safe(html: string): string {
  return sanitizeHtml(html, allowed).trim()
}

function textOf(html: string): string {
  return textOfHtml(html.replace(/<\/t[dh]>(?=\s*<t[dh])/g, '$& · '))
}

/** Pictures of ours, and of the storage; nothing that an address of the shop could be made to do. */
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
  // Also their words, and not only the tags around them.
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
    // Room is kept before it comes, as for every picture of the shop.
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
