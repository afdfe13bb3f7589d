import { redirect } from 'react-router'
import { asAdmin } from '#web/admin/as-admin.ts'
import { adminSectionUrl } from '#web/admin/panel-addresses.ts'
import { type SectionName, sections } from '#web/admin/sections.ts'
import type { Route } from './+types/admin-home-page.ts'

/** Redirects to the first section. */
export function loader(args: Route.LoaderArgs) {
  asAdmin(args)
  const [first] = Object.keys(sections) as [SectionName]
  throw redirect(adminSectionUrl(first) + args.url.search, { headers: { 'Cache-Control': 'no-store' } })
}

/** Never rendered, but without a component the loader's refusal would not be shown inside of the panel. */
export default function AdminHome() {
  return null
}
