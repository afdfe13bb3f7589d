import { type SQL, sql } from 'drizzle-orm'
import { foldText } from '#domain/plain-text.ts'

/** The text typed into a search box, without the letters that PostgreSQL takes in no text. Null when nothing is left to look for. */
export function searched(typed: string | undefined): string | null {
  const text = foldText(typed ?? '').trim()
  return text === '' ? null : text
}

/** The same as an SQL pattern for text that holds it anywhere. */
export function holding(typed: string | undefined): string | null {
  const text = searched(typed)
  return text && `%${literal(text)}%`
}

/** An SQL pattern for text that begins with it. */
export function startingWith(text: string): string {
  return `${literal(text)}%`
}

/** As a part of a pattern: `%`, `_` and `\` are plain letters to the person who types them. */
export function literal(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/**
 * The same for a phone number, of which a part is enough, however it is written: `0712 34`, `+254 712`, `712`. A pattern that no number matches where the typed
 * text is no part of a number.
 */
export function holdingPhone(search: string | undefined): string {
  const digits = (search ?? '').replace(/[\s\-.()]/g, '').replace(/^(?:\+?254)?0?(?=[17])/, '')
  return /^\d{3,}$/.test(digits) ? `%${digits}%` : ''
}

/** SQL: each word, or a part of it, in any order: `mango runner` is in "Mbio Runner, Mango". */
export function hasWords(column: SQL, text: string): SQL {
  const words = text.split(/[\s,]+/).filter(Boolean)
  return sql.join(
    words.map((word) => sql`${column} ilike ${holding(word)}`),
    sql` and `,
  )
}
