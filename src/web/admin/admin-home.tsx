import { redirect } from 'react-router'
import { adminSectionUrl } from '#web/addresses.ts'
import { asAdmin } from '#web/admin/as-admin.ts'
import { type SectionName, sections } from '#web/admin/sections.ts'
import type { Route } from './+types/admin-home.ts'

/** The panel opens with its first section. */
export function loader(args: Route.LoaderArgs) {
  asAdmin(args)
  const [first] = Object.keys(sections) as [SectionName]
  throw redirect(adminSectionUrl(first) + args.url.search, { headers: { 'Cache-Control': 'no-store' } })
}

/** With a page of its own, even if nobody ever sees it, what the loader refuses is shown in the panel's place. */
export default function AdminHome() {
  return null
}
