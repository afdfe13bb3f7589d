import { Link } from 'react-router'
import { checksIn, helpHref } from '#domain/help-sections.ts'
import { formatDateTime } from '#domain/nairobi-time.ts'
import { listHelpRows } from '#features/content/help-texts.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { Table } from '#ui/kit/table.tsx'
import { adminHelpUrl } from '#web/admin/panel-addresses.ts'
import { asAdmin } from '#web/admin/panel-requests.ts'
import { SectionCard } from '#web/admin/section-card.tsx'
import { useRange } from '#web/admin/use-panel.ts'
import type { Route } from './+types/help-texts-page.ts'
import '../people.css'
import './help.css'

export async function loader(args: Route.LoaderArgs) {
  const rows = await listHelpRows(asAdmin(args))
  return rows.map(({ id, slug, title, body, updated_at, updated_by }) => ({
    id,
    slug,
    title,
    checks: checksIn(body).length,
    savedAt: updated_by ? updated_at : null,
  }))
}

/** The sections of the help page, and what of them the shop has still to look at. */
export default function AdminHelpPage({ loaderData: rows }: Route.ComponentProps) {
  const range = useRange()
  const left = rows.reduce((sum, { checks }) => sum + checks, 0)
  return (
    <SectionCard>
      <p className="intro">
        What the footer's links lead to.{' '}
        {left > 0 && 'The texts come with the shop: delivery times, returns and terms are yours to decide, so read what is to check.'}
      </p>
      <Table
        className="people"
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          { head: 'Section', cell: (row) => <Section {...row} /> },
          { head: 'To check', cell: ({ checks }) => <ToCheck checks={checks} /> },
          { head: 'Saved', cell: ({ savedAt }) => (savedAt ? formatDateTime(savedAt) : 'As it came') },
          { head: 'Actions', cell: (row) => <Edit {...row} range={range} />, right: true },
        ]}
      />
    </SectionCard>
  )
}

type Row = Route.ComponentProps['loaderData'][number]

function Section({ slug, title }: Row) {
  return (
    <span className="person">
      <b>{title}</b>
      <Link className="link" to={helpHref(slug)}>
        {helpHref(slug)}
      </Link>
    </span>
  )
}

function ToCheck({ checks }: Pick<Row, 'checks'>) {
  if (checks === 0) return <Badge tone="leaf">Nothing</Badge>
  return (
    <Badge tone="amber" waiting>
      {checks} to check
    </Badge>
  )
}

function Edit({ id, title, range }: Row & { range: ReturnType<typeof useRange> }) {
  return (
    <Link className="button button-ghost button-small" to={adminHelpUrl(id, range)} aria-label={`Edit ${title}`}>
      Edit
    </Link>
  )
}
