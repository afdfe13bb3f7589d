import { randomUUID } from 'node:crypto'
import { contentTypes, mediaOf } from '#domain/promotion.ts'
import { listPromotions, type PromotionRow } from '#features/content/promotions.ts'
import { actAsAdmin } from '#web/admin/act-as-admin.ts'
import { asAdmin } from '#web/admin/as-admin.ts'
import { promotionActs } from '#web/admin/content/content-acts.ts'
import { ContentItem } from '#web/admin/content/content-item.tsx'
import { ContentPage } from '#web/admin/content/content-page.tsx'
import { readContentQuery } from '#web/admin/content/load-content.ts'
import { PromotionForm } from '#web/admin/content/promotion-form.tsx'
import { adminContentUrl } from '#web/admin/panel-addresses.ts'
import { useRange } from '#web/admin/use-range.ts'
import { loadPage } from '#web/lists/load-page.ts'
import type { Route } from './+types/promotions-page.ts'
import '../content.css'

export async function loader(args: Route.LoaderArgs) {
  const ctx = asAdmin(args)
  const query = args.url.searchParams
  const filter = readContentQuery(query)
  return { filter, key: randomUUID(), list: await loadPage(query, (page) => listPromotions(ctx, { ...filter, ...page })) }
}

/** In the words of spec §8. */
export function action(args: Route.ActionArgs) {
  return actAsAdmin(args, promotionActs.list)
}

const words = {
  one: 'promotion',
  many: 'promotions',
  search: 'Search promotional content',
  empty: 'No promotional content found',
}

export default function PromotionsPage({ loaderData }: Route.ComponentProps) {
  return (
    <ContentPage
      loaderData={loaderData}
      words={words}
      form={(form) => <PromotionForm row={null} {...form} />}
      item={(row) => <Item key={row.id} row={row} />}
    />
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
