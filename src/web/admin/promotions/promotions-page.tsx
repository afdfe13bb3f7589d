import { contentTypes, mediaOf } from '#domain/promotion.ts'
import { changePromotion } from '#features/promotions/change-promotion.ts'
import { createPromotion } from '#features/promotions/create-promotion.ts'
import { deletePromotion } from '#features/promotions/delete-promotion.ts'
import { listPromotions } from '#features/promotions/list-promotions.ts'
import type { PromotionRow } from '#features/promotions/promotion-row.ts'
import { adminContentUrl } from '#web/addresses.ts'
import { actAsAdmin } from '#web/admin/act.ts'
import { Said } from '#web/admin/admin-form.tsx'
import { actAndTell } from '#web/admin/admin-toasts.ts'
import { asAdmin } from '#web/admin/as-admin.ts'
import { AdminList } from '#web/admin/list.tsx'
import { loadPage } from '#web/admin/load-page.ts'
import { ContentItem } from '#web/admin/media/content-item.tsx'
import { ContentToolbar } from '#web/admin/media/content-toolbar.tsx'
import { NewBox } from '#web/admin/media/new-box.tsx'
import { readContentQuery } from '#web/admin/media/read-query.ts'
import { promotionSent } from '#web/admin/promotions/promotion-acts.ts'
import { PromotionForm } from '#web/admin/promotions/promotion-form.tsx'
import { sectionMeta } from '#web/admin/sections.ts'
import { AdminSheet } from '#web/admin/sheet.tsx'
import { useRange } from '#web/admin/use-range.ts'
import { looksAgain } from '#web/dashboard/answer.ts'
import { loaderHeaders, privatePage } from '#web/page.ts'
import { orNoMore } from '#web/storefront/load-more.tsx'
import type { Route } from './+types/promotions-page.ts'
import '../media/media.css'

export async function loader(args: Route.LoaderArgs) {
  const ctx = asAdmin(args)
  const query = args.url.searchParams
  const filter = readContentQuery(query)
  return privatePage({ filter, list: await loadPage(query, (page) => listPromotions(ctx, { ...filter, ...page })) })
}

/** In the words of spec §8. */
export function action(args: Route.ActionArgs) {
  return actAsAdmin(args, {
    create: async (ctx, sent) => {
      await createPromotion(ctx, promotionSent(sent))
      return { title: 'Promotional content created' }
    },
    switch: async (ctx, { id = '', is_active }) => {
      await changePromotion(ctx, id, { is_active: is_active === 'on' })
      return { title: 'Promotional content updated', text: is_active === 'on' ? 'Visitors see it.' : 'Visitors do not see it.' }
    },
    delete: async (ctx, { id = '' }) => {
      await deletePromotion(ctx, id)
      return { title: 'Promotional content deleted' }
    },
  })
}

export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return orNoMore(request, serverLoader)
}

export const clientAction = actAndTell
export const headers = loaderHeaders
export const shouldRevalidate = looksAgain
export const meta = sectionMeta('promotions')

export default function PromotionsPage({ loaderData: { filter, list } }: Route.ComponentProps) {
  return (
    <AdminSheet>
      <Said />
      <NewBox label="New promotion" isOpen={list.rows.length === 0 && !filter.search}>
        {(onDone) => <PromotionForm row={null} onDone={onDone} />}
      </NewBox>
      <ContentToolbar filter={filter} label="Search promotional content" />
      <AdminList list={list} what="promotions" empty="No promotional content found">
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

function Item({ row }: { row: PromotionRow }) {
  const range = useRange()
  const { id, title, description, content_type, content_url, is_active } = row
  return (
    <ContentItem
      id={id}
      title={title}
      text={description}
      media={mediaOf(row)}
      href={content_type === 'text' ? content_url : null}
      isActive={is_active}
      editUrl={adminContentUrl('promotions', id, range)}
      what="promotion"
      deleteText="It leaves the shop at once, with its files. Ads that link to it stay, without it."
    >
      <span>{contentTypes[content_type].label}</span>
    </ContentItem>
  )
}
