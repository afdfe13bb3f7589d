import { adMedia } from '#domain/promotion.ts'
import type { AdRow } from '#features/ads/ad-row.ts'
import { changeAd } from '#features/ads/change-ad.ts'
import { createAd } from '#features/ads/create-ad.ts'
import { deleteAd } from '#features/ads/delete-ad.ts'
import { listAds } from '#features/ads/list-ads.ts'
import { adminContentUrl } from '#web/addresses.ts'
import { actAsAdmin } from '#web/admin/act.ts'
import { Said } from '#web/admin/admin-form.tsx'
import { actAndTell } from '#web/admin/admin-toasts.ts'
import { adSent } from '#web/admin/ads/ad-acts.ts'
import { AdForm } from '#web/admin/ads/ad-form.tsx'
import { loadContents } from '#web/admin/ads/load-contents.ts'
import { asAdmin } from '#web/admin/as-admin.ts'
import { AdminList } from '#web/admin/list.tsx'
import { loadPage } from '#web/admin/load-page.ts'
import { ContentItem } from '#web/admin/media/content-item.tsx'
import { ContentToolbar } from '#web/admin/media/content-toolbar.tsx'
import { NewBox } from '#web/admin/media/new-box.tsx'
import { readContentQuery } from '#web/admin/media/read-query.ts'
import { sectionMeta } from '#web/admin/sections.ts'
import { AdminSheet } from '#web/admin/sheet.tsx'
import { useRange } from '#web/admin/use-range.ts'
import { looksAgain } from '#web/dashboard/answer.ts'
import { loaderHeaders, privatePage } from '#web/page.ts'
import { orNoMore } from '#web/storefront/load-more.tsx'
import type { Route } from './+types/ads-page.ts'
import '../media/media.css'

export async function loader(args: Route.LoaderArgs) {
  const ctx = asAdmin(args)
  const query = args.url.searchParams
  const filter = readContentQuery(query)
  const [list, contents] = await Promise.all([loadPage(query, (page) => listAds(ctx, { ...filter, ...page })), loadContents(ctx, null)])
  return privatePage({ filter, list, contents })
}

/** In the words of spec §8. */
export function action(args: Route.ActionArgs) {
  return actAsAdmin(args, {
    create: async (ctx, sent) => {
      await createAd(ctx, adSent(sent))
      return { title: 'Ad created' }
    },
    switch: async (ctx, { id = '', is_active }) => {
      await changeAd(ctx, id, { is_active: is_active === 'on' })
      return { title: 'Ad updated', text: is_active === 'on' ? 'Visitors see it.' : 'Visitors do not see it.' }
    },
    delete: async (ctx, { id = '' }) => {
      await deleteAd(ctx, id)
      return { title: 'Ad deleted' }
    },
  })
}

export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return orNoMore(request, serverLoader)
}

export const clientAction = actAndTell
export const headers = loaderHeaders
export const shouldRevalidate = looksAgain
export const meta = sectionMeta('ads')

export default function AdsPage({ loaderData: { filter, list, contents } }: Route.ComponentProps) {
  return (
    <AdminSheet>
      <Said />
      <NewBox label="New ad" isOpen={list.rows.length === 0 && !filter.search}>
        {(onDone) => <AdForm row={null} contents={contents} onDone={onDone} />}
      </NewBox>
      <ContentToolbar filter={filter} label="Search ads" />
      <AdminList list={list} what="ads" empty="No ads found">
        {(rows) => (
          <ul className="content-l">
            {rows.map((row) => (
              <Item key={row.id} row={row} />
            ))}
          </ul>
        )}
      </AdminList>
    </AdminSheet>
  )
}

function Item({ row }: { row: AdRow }) {
  const range = useRange()
  const { id, title, description, target_url, promotional_content, is_active, is_sponsored, click_count = 0 } = row
  return (
    <ContentItem
      id={id}
      title={title}
      text={description}
      media={adMedia(row)}
      href={target_url}
      isSponsored={is_sponsored}
      isActive={is_active}
      editUrl={adminContentUrl('ads', id, range)}
      what="ad"
      deleteText="It leaves the shop at once, with its picture and the count of its clicks."
    >
      <span>
        <b className="num">{click_count.toLocaleString('en-KE')}</b> {click_count === 1 ? 'click' : 'clicks'}
      </span>
      <span className="content-u">{target_url}</span>
      {promotional_content && <span>With {promotional_content.title}</span>}
    </ContentItem>
  )
}
