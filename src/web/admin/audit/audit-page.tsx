import { readDay } from '#domain/figures.ts'
import { listAudit, listAuditChoices } from '#features/staff/list-audit.ts'
import { Field, SelectField } from '#ui/kit/field.tsx'
import { AuditTable } from '#web/admin/audit/audit-table.tsx'
import { asAdmin } from '#web/admin/panel-requests.ts'
import { SectionCard } from '#web/admin/section-card.tsx'
import { AdminToolbar } from '#web/admin/toolbar.tsx'
import { AdminList } from '#web/lists/list.tsx'
import { loadPage, readSearch } from '#web/lists/load-page.ts'
import type { Route } from './+types/audit-page.ts'
import './audit.css'

export async function loader(args: Route.LoaderArgs) {
  const ctx = asAdmin(args)
  const query = args.url.searchParams
  const filter = {
    search: readSearch(query),
    action: readSearch(query, 'action'),
    table: readSearch(query, 'table'),
    from: readDay(query.get('from')) ?? undefined,
    to: readDay(query.get('to')) ?? undefined,
  }
  const [list, choices] = await Promise.all([loadPage(query, (page) => listAudit(ctx, { ...filter, ...page })), listAuditChoices(ctx)])
  return { list, choices, filter }
}

export default function AuditPage({ loaderData: { list, choices, filter } }: Route.ComponentProps) {
  return (
    <SectionCard
      toolbar={
        <AdminToolbar
          search={{ label: 'Who, or which row', placeholder: 'Name, e-mail or id of a row', value: filter.search }}
          isNarrowed={Object.values(filter).some(Boolean)}
        >
          <ChoiceField name="action" label="What" all="Everything" values={choices.actions} chosen={filter.action} />
          <ChoiceField name="table" label="Table" all="All tables" values={choices.tables} chosen={filter.table} />
          <Field label="From" type="date" name="from" defaultValue={filter.from} />
          <Field label="To" type="date" name="to" defaultValue={filter.to} />
        </AdminToolbar>
      }
    >
      <AdminList list={list} what="entries" empty="No entries found">
        {(entries) => <AuditTable entries={entries} />}
      </AdminList>
    </SectionCard>
  )
}

interface ChoiceProps {
  name: string
  label: string
  all: string
  values: string[]
  chosen: string | undefined
}

function ChoiceField({ name, label, all, values, chosen }: ChoiceProps) {
  return (
    <SelectField name={name} label={label} defaultValue={chosen ?? ''}>
      <option value="">{all}</option>
      {values.map((value) => (
        <option key={value}>{value}</option>
      ))}
    </SelectField>
  )
}
