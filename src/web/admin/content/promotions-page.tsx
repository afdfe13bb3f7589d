import { contentTypes, mediaOf, promotionWords } from '#domain/home-content.ts'
import { listPromotions, type PromotionRow, promotions } from '#features/content/promotions.ts'
import { StripItem } from '#ui/shop/strip-item.tsx'
import { ContentPage, PromotionForm } from '#web/admin/content/ads-and-promotions.tsx'
import { loadContentPage } from '#web/admin/content/load-content.ts'
import { adminContentUrl } from '#web/admin/panel-addresses.ts'
import { actAsAdmin, asAdmin } from '#web/admin/panel-requests.ts'
import { resourceActs } from '#web/admin/resource-acts.ts'
import { OnBadge, ResourceItem } from '#web/admin/resource-rows.tsx'
import { useRange } from '#web/admin/use-panel.ts'
import type { Route } from './+types/promotions-page.ts'
import '../content.css'

export function loader(args: Route.LoaderArgs) {
  return loadContentPage(args.url.searchParams, (filter) => listPromotions(asAdmin(args), filter))
}

export const action = (args: Route.ActionArgs) => actAsAdmin(args, resourceActs(promotions, promotionWords))

const words = { one: 'promotion', many: 'promotions', search: 'Search promotional content', empty: 'No promotional content found' }

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
  const { id, title, description, content_type, content_url, is_active } = row
  const to = adminContentUrl('promotions', id, useRange())
  return (
    <ResourceItem words={promotionWords} name={title} hidden={{ id }} flag={['is_active', is_active]} to={to}>
      <StripItem title={title} text={description} media={mediaOf(row)} href={content_type === 'text' ? content_url : null} isUncovered />
      <div className="content-facts">
        <OnBadge isOn={is_active} />
        <span>{contentTypes[content_type].label}</span>
      </div>
    </ResourceItem>
  )
}
