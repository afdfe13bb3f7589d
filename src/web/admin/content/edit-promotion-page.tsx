import { promotionWords } from '#domain/home-content.ts'
import { getPromotion, promotions } from '#features/content/promotions.ts'
import { PromotionForm } from '#web/admin/content/ads-and-promotions.tsx'
import { EditSheet } from '#web/admin/edit-sheet.tsx'
import { actAsAdmin, asAdmin, loadOne } from '#web/admin/panel-requests.ts'
import { resourceActs } from '#web/admin/resource-acts.ts'
import type { Route } from './+types/edit-promotion-page.ts'
import '../content.css'

export async function loader(args: Route.LoaderArgs) {
  const ctx = asAdmin(args)
  return { row: await loadOne(() => getPromotion(ctx, args.params.id)) }
}

export const action = (args: Route.ActionArgs) => actAsAdmin(args, resourceActs(promotions, promotionWords, { id: args.params.id }))

export default function EditPromotion({ loaderData: { row } }: Route.ComponentProps) {
  return (
    <EditSheet section="promotions" table="promotional_content" row={row} heading="Edit promotion">
      {(form) => <PromotionForm key={row.id} row={row} {...form} />}
    </EditSheet>
  )
}
