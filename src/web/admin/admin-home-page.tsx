import { redirect } from 'react-router'
import { may } from '#domain/roles.ts'
import { confirmLook, getOpening, openDoors } from '#features/store-admin/open-doors.ts'
import { actAsAdmin } from '#web/admin/act-as-admin.ts'
import { PostedOutcome } from '#web/admin/admin-form.tsx'
import { asAdmin } from '#web/admin/as-admin.ts'
import { OpeningSteps } from '#web/admin/opening-steps.tsx'
import { adminSectionUrl } from '#web/admin/panel-addresses.ts'
import { SectionCard } from '#web/admin/section-card.tsx'
import { type SectionName, sectionsOf } from '#web/admin/sections.ts'
import type { Route } from './+types/admin-home-page.ts'

/** Of an open shop, redirects to the first section of the reader's role; of one that is getting ready, what it lacks. */
export async function loader(args: Route.LoaderArgs) {
  const ctx = asAdmin(args)
  if (!ctx.services.opening.isOpen && may(ctx.actor, 'manage_settings')) return await getOpening(ctx)
  const [first] = sectionsOf(ctx.actor) as [SectionName]
  throw redirect(adminSectionUrl(first) + args.url.search, { headers: { 'Cache-Control': 'no-store' } })
}

export function action(args: Route.ActionArgs) {
  return actAsAdmin(args, {
    texts: async (ctx) => {
      await confirmLook(ctx, 'texts')
      return { title: 'Texts read' }
    },
    delivery: async (ctx) => {
      await confirmLook(ctx, 'delivery')
      return { title: 'Delivery looked at' }
    },
    open: async (ctx, sent) => {
      await openDoors(ctx, { anyway: sent.anyway !== undefined })
      return { title: 'The doors are open', text: 'Buyers see the shop and can order.' }
    },
  })
}

export default function AdminHome({ loaderData: { steps } }: Route.ComponentProps) {
  return (
    <SectionCard>
      <PostedOutcome />
      <OpeningSteps steps={steps} />
    </SectionCard>
  )
}
