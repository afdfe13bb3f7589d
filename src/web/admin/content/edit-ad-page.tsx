import { adWords } from '#domain/home-content.ts'
import { ads, getAd } from '#features/content/ads.ts'
import { AdForm } from '#web/admin/content/ads-and-promotions.tsx'
import { loadContents } from '#web/admin/content/load-content.ts'
import { EditSheet } from '#web/admin/edit-sheet.tsx'
import { actAsAdmin, asAdmin, loadOne } from '#web/admin/panel-requests.ts'
import { resourceActs } from '#web/admin/resource-acts.ts'
import type { Route } from './+types/edit-ad-page.ts'
import '../content.css'

export async function loader(args: Route.LoaderArgs) {
  const ctx = asAdmin(args)
  const row = await loadOne(() => getAd(ctx, args.params.id))
  return { row, contents: await loadContents(ctx, row) }
}

export const action = (args: Route.ActionArgs) => actAsAdmin(args, resourceActs(ads, adWords, { id: args.params.id }))

export default function EditAd({ loaderData: { row, contents } }: Route.ComponentProps) {
  return (
    <EditSheet section="ads" table="ads" row={row} heading="Edit ad">
      {(form) => <AdForm key={row.id} row={row} contents={contents} {...form} />}
    </EditSheet>
  )
}
