import { formatTime } from '#domain/nairobi-time.ts'
import { getShopStatus, type StatusLine } from '#features/staff/monitoring/get-shop-status.ts'
import { Badge, type BadgeTone } from '#ui/kit/badge.tsx'
import { Table } from '#ui/kit/table.tsx'
import { ForTechnician } from '#web/admin/for-technician.tsx'
import { asAdmin } from '#web/admin/panel-requests.ts'
import { SectionCard } from '#web/admin/section-card.tsx'
import { usePolling } from '#web/admin/use-panel.ts'
import type { Route } from './+types/status-page.ts'
import './status.css'

export async function loader(args: Route.LoaderArgs) {
  return { lines: await getShopStatus(asAdmin(args)), at: new Date().toISOString() }
}

const states: Record<StatusLine['state'], { tone: BadgeTone; label: string }> = {
  bad: { tone: 'bad', label: 'Bad' },
  attention: { tone: 'amber', label: 'Needs attention' },
  good: { tone: 'leaf', label: 'Good' },
}

export default function StatusPage({ loaderData: { lines, at } }: Route.ComponentProps) {
  usePolling(true, 15_000)
  return (
    <SectionCard>
      <p className="intro">
        How the shop is, the worst first, as of {formatTime(at)}. This page looks again every 15 seconds. Where several machines run the shop, “here”
        means the one that answered.
      </p>
      <Table
        className="status-lines"
        rows={lines}
        keyOf={({ name }) => name}
        columns={[
          { head: 'Part', cell: (line) => <Part {...line} /> },
          { head: 'State', cell: ({ state }) => <Badge tone={states[state].tone}>{states[state].label}</Badge> },
          { head: 'How it is', cell: (line) => <Said {...line} /> },
          { head: 'What to do', cell: ({ todo }) => todo ?? <span className="nothing">Nothing</span> },
        ]}
      />
    </SectionCard>
  )
}

function Said({ said, technical }: StatusLine) {
  return (
    <>
      {said}
      {technical && <ForTechnician>{technical}</ForTechnician>}
    </>
  )
}

function Part({ name, of_process }: StatusLine) {
  return (
    <span>
      <b>{name}</b>
      {of_process && <small> here</small>}
    </span>
  )
}
