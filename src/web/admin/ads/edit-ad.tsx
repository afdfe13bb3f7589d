import { Link, useNavigate } from 'react-router'
import { changeAd } from '#features/ads/change-ad.ts'
import { getAd } from '#features/ads/get-ad.ts'
import { Breadcrumb } from '#ui/kit/breadcrumb.tsx'
import { ButtonLink } from '#ui/kit/button.tsx'
import { adminSectionUrl, auditOfUrl } from '#web/addresses.ts'
import { actAsAdmin } from '#web/admin/act.ts'
import { Said } from '#web/admin/admin-form.tsx'
import { actAndTell } from '#web/admin/admin-toasts.ts'
import { adSent } from '#web/admin/ads/ad-acts.ts'
import { AdForm } from '#web/admin/ads/ad-form.tsx'
import { loadContents } from '#web/admin/ads/load-contents.ts'
import { asAdmin } from '#web/admin/as-admin.ts'
import { loadOne } from '#web/admin/media/load-one.ts'
import { sectionMeta } from '#web/admin/sections.ts'
import { AdminSheet } from '#web/admin/sheet.tsx'
import { useRange } from '#web/admin/use-range.ts'
import { looksAgain } from '#web/dashboard/answer.ts'
import { loaderHeaders, privatePage } from '#web/page.ts'
import type { Route } from './+types/edit-ad.ts'
import '../media/media.css'

export async function loader(args: Route.LoaderArgs) {
  const ctx = asAdmin(args)
  const row = await loadOne(() => getAd(ctx, args.params.id))
  return privatePage({ row, contents: await loadContents(ctx, row) })
}

export function action(args: Route.ActionArgs) {
  return actAsAdmin(args, {
    save: async (ctx, sent) => {
      await changeAd(ctx, args.params.id, adSent(sent))
      return { title: 'Ad updated' }
    },
  })
}

export const clientAction = actAndTell
export const headers = loaderHeaders
export const shouldRevalidate = looksAgain
export const meta = sectionMeta('ads')

export default function EditAd({ loaderData: { row, contents } }: Route.ComponentProps) {
  const list = adminSectionUrl('ads', useRange())
  const navigate = useNavigate()
  return (
    <AdminSheet>
      <Breadcrumb trail={[{ to: list, label: 'Advertisement Management' }]} here={row.title} />
      <h3 className="content-h">Edit ad</h3>
      <Said />
      <AdForm
        key={row.id}
        row={row}
        contents={contents}
        onDone={() => void navigate(list)}
        beside={
          <ButtonLink look="ghost" to={list}>
            Cancel
          </ButtonLink>
        }
      />
      <p className="content-n">
        <Link className="lnk" to={auditOfUrl('ads', row.id)}>
          What was done to it
        </Link>
      </p>
    </AdminSheet>
  )
}
