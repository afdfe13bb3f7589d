import { randomUUID } from 'node:crypto'
import { holidayColumns, holidayWords } from '#domain/delivery-columns.ts'
import { dayAt, dayText } from '#domain/nairobi-time.ts'
import { holidays } from '#features/delivery/holidays.ts'
import { actAsAdmin, asAdmin } from '#web/admin/panel-requests.ts'
import { resourceActs } from '#web/admin/resource-acts.ts'
import { ResourceTable } from '#web/admin/resource-rows.tsx'
import { SectionCard } from '#web/admin/section-card.tsx'
import { SectionViews } from '#web/admin/section-views.tsx'
import type { Route } from './+types/holidays-page.ts'
import '../content.css'
import './delivery.css'

export async function loader(args: Route.LoaderArgs) {
  return { rows: await holidays.all(asAdmin(args)), today: dayAt(new Date()), key: randomUUID() }
}

export const action = (args: Route.ActionArgs) => actAsAdmin(args, resourceActs(holidays, holidayWords, { field: 'of' }))

export default function HolidaysPage({ loaderData: { rows, today, key } }: Route.ComponentProps) {
  const listed = (day: string) => `${dayText(day)} ${day.slice(0, 4)}`
  return (
    <SectionCard>
      <SectionViews of="Delivery" />
      <p className="intro">
        On these days, and on Sundays, nothing is packed or delivered: promised days leave them out. Idd is declared late: add it when it is known.
      </p>
      <ResourceTable
        {...{ ...holidayWords, columns: holidayColumns, visitKey: key }}
        rows={[...rows.filter(({ day }) => day >= today), ...rows.filter(({ day }) => day < today).reverse()]}
        keyOf={({ day }) => day}
        nameOf={({ name, day }) => ({ name, listed: `${name}, ${listed(day)}` })}
        fixed={({ day }) => (day < today ? 'Over' : null)}
        cells={[
          { head: 'Day', cell: ({ day }) => listed(day), num: true },
          { head: 'Name', cell: ({ name }) => name },
        ]}
        fields={(field) => (
          <div className="option-row">
            {field('day', { min: today })}
            {field('name')}
          </div>
        )}
      />
    </SectionCard>
  )
}
