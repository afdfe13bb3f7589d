import { sql } from 'drizzle-orm'
import { nearWord } from '#domain/near-word.ts'
import { parseQuery, possibleNames, type SearchQuery } from '#domain/search-query.ts'
import { toEu } from '#domain/size-chart.ts'
import type { Context } from '#features/context.ts'
import { readSizeGuide } from '#features/help/help-texts.ts'

/** What a text looks for, with the words that names on the shelf have, also misspelt ones (pg_trgm). */
export async function readShoes(ctx: Pick<Context, 'db'>, text: string): Promise<SearchQuery> {
  const asked = possibleNames(text)
  if (asked.length === 0) return parseQuery(text)
  const { rows } = await ctx.db.execute<{ word: string; has: boolean; near: string | null }>(sql`
    select word, has, case when not has and length(word) >= 5 then
        (select name from products where archived_at is null and word <% name order by word_similarity(word, name) desc, id limit 1) end as near
    from jsonb_array_elements_text(${JSON.stringify(asked)}::jsonb) as word
    cross join lateral (
      select exists (with found as materialized (select from products where archived_at is null and name_words like '% ' || word || '%') select from found) as has
      offset 0) known`)
  const names = new Map(rows.map(({ word, has, near }) => [word, has ? word : near && nearest(word, near)]))
  return parseQuery(text, (word) => names.get(word) || null)
}

/** A size of another system in EU, by the chart of the size guide; without sizes where the chart has none. */
export async function inEuSizes(ctx: Pick<Context, 'db'>, query: SearchQuery): Promise<SearchQuery> {
  if (!query.foreign || query.sizes.length > 0) return query
  return { ...query, sizes: toEu(await readSizeGuide(ctx), query.foreign, query.audience) }
}

/** The word of a name that the buyer meant; null where the trigrams are similar and the words are not. */
function nearest(word: string, name: string): string | null {
  const words = name.toLowerCase().match(/\p{L}+/gu) ?? []
  return nearWord(word, words) ?? words.find((each) => each.length >= 6 && each.slice(0, 4) === word.slice(0, 4)) ?? null
}
