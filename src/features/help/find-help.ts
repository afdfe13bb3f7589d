import { excerptOf, searchHelp } from '#domain/help-search.ts'
import { helpHref } from '#domain/help-sections.ts'
import type { Context } from '#features/context.ts'
import { listHelp } from '#features/help/list-help.ts'

/** An answer out of the help page, small enough to be read at once. */
export interface HelpAnswer {
  /** The section it stands in. */
  slug: string
  title: string
  /** Plain text. */
  excerpt: string
  /** To the very question. */
  href: string
}

/** What the help page says about a question, best first, at most three; nothing when it says nothing. English, Kiswahili, and small slips of the finger. */
export async function findHelp(ctx: Pick<Context, 'db' | 'actor' | 'services'>, words: string): Promise<HelpAnswer[]> {
  const sections = await listHelp(ctx)
  return searchHelp(sections, words).map(({ section, piece }) => ({
    slug: section.slug,
    title: piece.title ?? section.title,
    excerpt: excerptOf(piece.text, words),
    href: helpHref(piece.anchor),
  }))
}
