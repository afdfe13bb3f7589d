import { Link, useNavigate } from 'react-router'
import { changePromotion } from '#features/promotions/change-promotion.ts'
import { getPromotion } from '#features/promotions/get-promotion.ts'
import { Breadcrumb } from '#ui/kit/breadcrumb.tsx'
import { ButtonLink } from '#ui/kit/button.tsx'
import { adminSectionUrl, auditOfUrl } from '#web/addresses.ts'
import { actAsAdmin } from '#web/admin/act.ts'
import { Said } from '#web/admin/admin-form.tsx'
import { actAndTell } from '#web/admin/admin-toasts.ts'
import { asAdmin } from '#web/admin/as-admin.ts'
import { loadOne } from '#web/admin/media/load-one.ts'
import { promotionSent } from '#web/admin/promotions/promotion-acts.ts'
import { PromotionForm } from '#web/admin/promotions/promotion-form.tsx'
import { sectionMeta } from '#web/admin/sections.ts'
import { AdminSheet } from '#web/admin/sheet.tsx'
import { useRange } from '#web/admin/use-range.ts'
import { looksAgain } from '#web/dashboard/answer.ts'
import { loaderHeaders, privatePage } from '#web/page.ts'
import type { Route } from './+types/edit-promotion.ts'
import '../media/media.css'

export async function loader(args: Route.LoaderArgs) {
  const ctx = asAdmin(args)
  return privatePage({ row: await loadOne(() => getPromotion(ctx, args.params.id)) })
}

export function action(args: Route.ActionArgs) {
  return actAsAdmin(args, {
    save: async (ctx, sent) => {
      await changePromotion(ctx, args.params.id, promotionSent(sent))
      return { title: 'Promotional content updated' }
    },
  })
}

export const clientAction = actAndTell
export const headers = loaderHeaders
export const shouldRevalidate = looksAgain
export const meta = sectionMeta('promotions')

export default function EditPromotion({ loaderData: { row } }: Route.ComponentProps) {
  const list = adminSectionUrl('promotions', useRange())
  const navigate = useNavigate()
  return (
    <AdminSheet>
      <Breadcrumb trail={[{ to: list, label: 'Promotional Content' }]} here={row.title} />
      <h3 className="content-h">Edit promotion</h3>
      <Said />
      <PromotionForm
        key={row.id}
        row={row}
        onDone={() => void navigate(list)}
        beside={
          <ButtonLink look="ghost" to={list}>
            Cancel
          </ButtonLink>
        }
      />
      <p className="content-n">
        <Link className="lnk" to={auditOfUrl('promotional_content', row.id)}>
          What was done to it
        </Link>
      </p>
    </AdminSheet>
  )
}
