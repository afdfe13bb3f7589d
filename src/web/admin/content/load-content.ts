import { randomUUID } from 'node:crypto'
import type { Context } from '#core/context.ts'
import type { Page, Paging } from '#core/page-of.ts'
import type { AdRow } from '#features/content/ads.ts'
import { listPromotions } from '#features/content/promotions.ts'
import { loadPage, readSearch } from '#web/lists/load-page.ts'

type List<Row> = (filter: Paging & { search?: string | undefined; is_active?: boolean | undefined }) => Promise<Page<Row>>

/** What the address asks of a list of ads or promotions. Server only. */
export async function loadContentPage<Row>(query: URLSearchParams, list: List<Row>) {
  const shown = query.get('shown')
  const filter = { search: readSearch(query), is_active: shown === 'on' ? true : shown === 'off' ? false : undefined }
  return { filter, list: await loadPage(query, (page) => list({ ...filter, ...page })), key: randomUUID() }
}

/** What an ad may link to. */
export type LinkedContent = { id: string } & NonNullable<AdRow['promotional_content']>

/** The newest promotional content, and what the ad links to already. Server only. */
export async function loadContents(ctx: Context, ad: AdRow | null): Promise<LinkedContent[]> {
  const { data } = await listPromotions(ctx, { limit: 100 })
  const newest = data.map(({ created_at: _, created_by: __, ...content }) => content)
  if (!ad?.promotional_content_id || !ad.promotional_content || newest.some(({ id }) => id === ad.promotional_content_id)) return newest
  return [...newest, { id: ad.promotional_content_id, ...ad.promotional_content }]
}
