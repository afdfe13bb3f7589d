import { randomUUID } from 'node:crypto'
import { adMedia } from '#domain/promotion.ts'
import { type AdRow, listAds } from '#features/content/ads.ts'
import { actAsAdmin } from '#web/admin/act-as-admin.ts'
import { asAdmin } from '#web/admin/as-admin.ts'
import { AdForm } from '#web/admin/content/ad-form.tsx'
import { adActs } from '#web/admin/content/content-acts.ts'
import { ContentItem } from '#web/admin/content/content-item.tsx'
import { ContentPage } from '#web/admin/content/content-page.tsx'
import { loadContents, readContentQuery } from '#web/admin/content/load-content.ts'
import { adminContentUrl } from '#web/admin/panel-addresses.ts'
import { useRange } from '#web/admin/use-range.ts'
import { loadPage } from '#web/lists/load-page.ts'
import type { Route } from './+types/ads-page.ts'
import '../content.css'

export async function loader(args: Route.LoaderArgs) {
  const ctx = asAdmin(args)
  const query = args.url.searchParams
  const filter = readContentQuery(query)
  const [list, contents] = await Promise.all([loadPage(query, (page) => listAds(ctx, { ...filter, ...page })), loadContents(ctx, null)])
  return { filter, list, contents, key: randomUUID() }
}

/** In the words of spec §8. */
export function action(args: Route.ActionArgs) {
  return actAsAdmin(args, adActs.list)
}

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
  const range = useRange()
  const { id, title, description, target_url, promotional_content, is_active, is_sponsored, has_embed, click_count = 0 } = row
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
        <b className="tabular">{click_count.toLocaleString('en-KE')}</b> {click_count === 1 ? 'click' : 'clicks'}
      </span>
      <span className="content-address">{target_url}</span>
      {has_embed && <span>With code of the network</span>}
      {promotional_content && <span>With {promotional_content.title}</span>}
    </ContentItem>
  )
}
