import type { Token } from 'marked'
import { marked, safe, textOf, tooDeep } from '#core/markdown.ts'
import { fillPlaceholders, type HelpFacts, type HelpPiece, headingOf, unsaid, withoutNotes } from '#domain/help-sections.ts'
import { Problem } from '#domain/problem.ts'

/** Headings down to this depth begin a piece; the page sets them itself, below its own. */
const pieceDepth = 3

/**
 * Splits a section's Markdown into pieces at its headings, as HTML that is safe to show. Drops everything that markdown.ts does not allow, also in an admin's text
 * (docs/decisions/0020), and pieces about what the shop does not promise. Problem `bad_input` for text that is nested too deeply to read.
 */
export function renderHelp({ slug, body }: { slug: string; body: string }, shop: HelpFacts): HelpPiece[] {
  if (tooDeep.test(body)) throw new Problem('bad_input', { fields: { body: 'Lists and quotations stand too deep in each other here.' } })
  const tokens = marked.lexer(fillPlaceholders(withoutNotes(body), shop, escaped))
  const pieces = split(tokens).map(({ heading, tokens: inside }) => {
    const html = safe(marked.parser(inside))
    if (heading === null) return { anchor: slug, title: null, html, text: textOf(html) }
    const { title, name } = headingOf(textOf(safe(marked.parser([{ ...heading, depth: 4 }]))))
    return { anchor: `${slug}-${name}`, title, html, text: textOf(html) }
  })
  return distinct(pieces.filter(({ title, html }) => (title !== null || html !== '') && !`${title}${html}`.includes(unsaid)))
}

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

/** A setting is plain text: its Markdown characters are escaped. */
function escaped(value: string): string {
  return value.replace(/[\\`*_[\]<>()#!|~&{}]/g, '\\$&')
}
