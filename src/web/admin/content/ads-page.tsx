import { adMedia, adWords } from '#domain/home-content.ts'
import { type AdRow, ads, listAds } from '#features/content/ads.ts'
import { StripItem } from '#ui/shop/strip-item.tsx'
import { AdForm, ContentPage } from '#web/admin/content/ads-and-promotions.tsx'
import { loadContentPage, loadContents } from '#web/admin/content/load-content.ts'
import { adminContentUrl } from '#web/admin/panel-addresses.ts'
import { actAsAdmin, asAdmin } from '#web/admin/panel-requests.ts'
import { resourceActs } from '#web/admin/resource-acts.ts'
import { OnBadge, ResourceItem } from '#web/admin/resource-rows.tsx'
import { useRange } from '#web/admin/use-panel.ts'
import type { Route } from './+types/ads-page.ts'
import '../content.css'

export async function loader(args: Route.LoaderArgs) {
  const ctx = asAdmin(args)
  return { ...(await loadContentPage(args.url.searchParams, (filter) => listAds(ctx, filter))), contents: await loadContents(ctx, null) }
}

export const action = (args: Route.ActionArgs) => actAsAdmin(args, resourceActs(ads, adWords))

const words = { one: 'ad', many: 'ads', search: 'Search ads', empty: 'No ads found' }

export default function AdsPage({ loaderData }: Route.ComponentProps) {
  return (
    <ContentPage
      loaderData={loaderData}
      words={words}
      form={(form) => <AdForm row={null} contents={loaderData.contents} {...form} />}
      item={(row) => <Item key={row.id} row={row} />}
    />
  )
}

function Item({ row }: { row: AdRow }) {
  const { id, title, description, target_url, promotional_content, is_active, is_sponsored, has_embed, click_count = 0 } = row
  return (
    <ResourceItem words={adWords} name={title} hidden={{ id }} flag={['is_active', is_active]} to={adminContentUrl('ads', id, useRange())}>
      <StripItem title={title} text={description} media={adMedia(row)} href={target_url} isSponsored={is_sponsored} isUncovered />
      <div className="content-facts">
        <OnBadge isOn={is_active} />
        <span>
          <b className="tabular">{click_count.toLocaleString('en-KE')}</b> {click_count === 1 ? 'click' : 'clicks'}
        </span>
        <span className="content-address">{target_url}</span>
        {has_embed && <span>With code of the network</span>}
        {promotional_content && <span>With {promotional_content.title}</span>}
      </div>
    </ResourceItem>
  )
}
