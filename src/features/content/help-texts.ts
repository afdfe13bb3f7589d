import { sql } from 'drizzle-orm'
import type { Token } from 'marked'
import { z } from 'zod'
import { anonymous, type Context, requirePermission } from '#core/context.ts'
import { parseInput, words } from '#core/input.ts'
import { marked, safe, textOf, tooDeep } from '#core/markdown.ts'
import { selectOf } from '#core/select-of.ts'
import { writeChange } from '#core/write-audit.ts'
import { excerptOf, searchHelp } from '#domain/help-search.ts'
import {
  fillPlaceholders,
  type HelpFacts,
  type HelpPiece,
  type HelpSection,
  headingOf,
  helpHref,
  helpLimits,
  placeholderList,
  unsaid,
  withoutNotes,
} from '#domain/help-sections.ts'
import { Problem } from '#domain/problem.ts'
import { may } from '#domain/roles.ts'
import { type ChartRow, readSizeChart } from '#domain/search.ts'

/** A row of `help_sections`, as it is stored. */
export const helpRow = z.object({
  id: z.uuid(),
  slug: z.string().meta({ description: 'Its anchor on the page `/help`' }),
  title: z.string(),
  /** Its notes for the merchant are for admins only. */
  body: z.string().meta({ description: 'Markdown, as it is written; what stands in braces is filled from the settings where it is shown' }),
  position: z.int(),
  updated_at: z.iso.datetime(),
  updated_by: z.uuid().nullable().optional().meta({ description: 'For admins. Null until somebody of the shop has saved it' }),
})
export type HelpRow = z.infer<typeof helpRow>

/** The new text of a section, and which version of it the admin read. */
export const helpChanges = z.object({
  title: words('Enter a title.', helpLimits.title).meta({ example: 'Shipping and returns' }).optional(),
  body: words('Write the text.', helpLimits.body)
    .meta({
      description: `Markdown; ${placeholderList('`')} are filled from the settings`,
      example: '### Where?\n\nIn Nairobi.',
    })
    .optional(),
  updated_at: z.iso
    .datetime({ error: 'Send updated_at as you read it.' })
    .meta({ description: '`updated_at` of the version that was read; another one is refused', example: '2026-11-20T21:00:00.000Z' }),
})

/** The sections of the help page as they are stored, in the order of the page; admins also see their notes, and who saved each section last. */
export async function listHelpRows({ db, actor }: Pick<Context, 'db' | 'actor'>): Promise<HelpRow[]> {
  const { rows } = await db.execute<Required<HelpRow>>(sql`
    select ${selectOf(helpRow, 'help_sections')} from help_sections order by help_sections.position`)
  return rows.map(({ updated_by, ...row }) => (may(actor, 'write_content') ? { ...row, updated_by } : { ...row, body: withoutNotes(row.body) }))
}

/** One section as it is stored. */
export async function getHelpRow(ctx: Pick<Context, 'db' | 'actor'>, id: string): Promise<HelpRow> {
  const row = (await listHelpRows(ctx)).find((each) => each.id === id.toLowerCase())
  if (!row) throw new Problem('help_not_found')
  return row
}

/**
 * Replaces the text of a section of the help page. An admin who would overwrite a version that they have not read gets a problem, with the present text as
 * `facts`.
 */
export async function changeHelp(ctx: Context, id: string, sent: unknown): Promise<HelpRow> {
  const { userId } = requirePermission(ctx, 'write_content')
  const { updated_at: seen, ...changes } = parseInput(helpChanges, sent)
  return ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx }
    const { id: known } = await getHelpRow(inside, id)
    await tx.execute(sql`select from help_sections where id = ${known} for update`)
    const before = await getHelpRow(inside, known)
    if (new Date(before.updated_at).getTime() !== new Date(seen).getTime()) {
      const { title, body, updated_at } = before
      throw new Problem('help_changed', { facts: { title, body, updated_at } })
    }
    // A form may leave a field out, too.
    const { title = before.title, body = before.body } = changes
    // A text that could not be shown is not kept.
    renderHelp({ slug: before.slug, body }, ctx.services.shop)
    // Two versions never carry the same instant, however fast they follow each other.
    await tx.execute(sql`
      update help_sections set title = ${title}, body = ${body}, updated_by = ${userId}::uuid,
        updated_at = greatest(${ctx.now}, updated_at + interval '1 millisecond')
      where id = ${known}`)
    const change = { before: { title: before.title, body: before.body }, after: { title, body } }
    await writeChange(tx, ctx, { action: 'help changed', table: 'help_sections', id: known, ...change })
    return getHelpRow(inside, known)
  })
}

/** Shows an unsaved text as the help page would. */
export function previewHelp(ctx: Pick<Context, 'actor' | 'services'>, sent: unknown): HelpPiece[] {
  requirePermission(ctx, 'write_content')
  const { body } = parseInput(z.object({ body: helpChanges.shape.body.unwrap() }), sent)
  return renderHelp({ slug: 'preview', body }, ctx.services.shop)
}

/** The sections of the help page, each in pieces that are safe to show. The same for all visitors. */
export async function listHelp(ctx: Pick<Context, 'db' | 'actor' | 'services'>): Promise<HelpSection[]> {
  const rows = await listHelpRows(ctx)
  return rows.map(({ slug, title, body }) => ({ slug, title, pieces: renderHelp({ slug, body }, ctx.services.shop) }))
}

/** An answer from the help page, small enough to be read at once. */
interface HelpAnswer {
  /** The section that contains it. */
  slug: string
  title: string
  /** Plain text. */
  excerpt: string
  /** The answer matches the question itself. */
  href: string
}

/** What the help page says about a question, best first, at most three; empty when it says nothing. Understands English, Kiswahili, and small typing errors. */
export async function findHelp(ctx: Pick<Context, 'db' | 'actor' | 'services'>, asked: string): Promise<HelpAnswer[]> {
  const sections = await listHelp(ctx)
  return searchHelp(sections, asked).map(({ section, piece }) => ({
    slug: section.slug,
    title: piece.title ?? section.title,
    excerpt: excerptOf(piece.text, asked),
    href: helpHref(piece.anchor),
  }))
}

/** The chart of the size guide, as the help page has it. */
export async function readSizeGuide({ db }: Pick<Context, 'db'>): Promise<ChartRow[]> {
  const guide = (await listHelpRows({ db, actor: anonymous })).find(({ slug }) => slug === 'size-guide')
  const pieces = guide ? renderHelp(guide, noFacts) : []
  return pieces.map(({ html }) => readSizeChart(html)).find((chart) => chart.length > 0) ?? []
}

/** Sizes do not depend on the shop's name. */
const noFacts: HelpFacts = { name: '', phone: '', whatsapp: '', email: '', location: '', commissionPercent: 0, referralDays: 0, exchangeDays: 0 }

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
