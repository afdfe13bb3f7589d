import { Link } from 'react-router'
import { checksIn, helpHref } from '#domain/help.ts'
import { formatDateTime } from '#domain/nairobi-time.ts'
import { listHelpRows } from '#features/help/list-help-rows.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { adminHelpUrl } from '#web/addresses.ts'
import { asAdmin } from '#web/admin/as-admin.ts'
import { sectionMeta } from '#web/admin/sections.ts'
import { AdminSheet } from '#web/admin/sheet.tsx'
import { useRange } from '#web/admin/use-range.ts'
import { loaderHeaders, privatePage } from '#web/page.ts'
import type { Route } from './+types/help-page.ts'
import '../people.css'
import './help.css'

export async function loader(args: Route.LoaderArgs) {
  const rows = await listHelpRows(asAdmin(args))
  return privatePage(
    rows.map(({ id, slug, title, body, updated_at, updated_by }) => ({
      id,
      slug,
      title,
      checks: checksIn(body).length,
      savedAt: updated_by ? updated_at : null,
    })),
  )
}

export const headers = loaderHeaders
export const meta = sectionMeta('help')

/** The sections of the help page, and what of them the shop has still to look at. */
export default function AdminHelpPage({ loaderData: rows }: Route.ComponentProps) {
  const range = useRange()
  const left = rows.reduce((sum, { checks }) => sum + checks, 0)
  return (
    <AdminSheet>
      <p className="intro">
        What the footer's links lead to.{' '}
        {left > 0 && 'The texts come with the shop: delivery times, returns and terms are yours to decide, so read what is to check.'}
      </p>
      <table className="tb people">
        <thead>
          <tr>
            <th scope="col">Section</th>
            <th scope="col">To check</th>
            <th scope="col">Saved</th>
            <th scope="col" className="r">
              Actions
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, slug, title, checks, savedAt }) => (
            <tr key={id}>
              <td data-l="Section">
                <span className="who">
                  <b>{title}</b>
                  <Link className="lnk" to={helpHref(slug)}>
                    {helpHref(slug)}
                  </Link>
                </span>
              </td>
              <td data-l="To check">
                {checks > 0 ? (
                  <Badge tone="amber" waiting>
                    {checks} to check
                  </Badge>
                ) : (
                  <Badge tone="leaf">Nothing</Badge>
                )}
              </td>
              <td data-l="Saved">{savedAt ? formatDateTime(savedAt) : 'As it came'}</td>
              <td className="r">
                <Link className="btn btn-ghost btn-sm" to={adminHelpUrl(id, range)} aria-label={`Edit ${title}`}>
                  Edit
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </AdminSheet>
  )
}
