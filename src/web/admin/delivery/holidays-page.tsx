import { randomUUID } from 'node:crypto'
import { dayAt, dayText } from '#domain/delivery-days.ts'
import { type HolidayRow, listHolidays } from '#features/delivery/holidays.ts'
import { Field } from '#ui/kit/field.tsx'
import { Table } from '#ui/kit/table.tsx'
import { actAsAdmin } from '#web/admin/act-as-admin.ts'
import { AdminForm, PostedOutcome } from '#web/admin/admin-form.tsx'
import { actWithToast } from '#web/admin/admin-toasts.ts'
import { asAdmin } from '#web/admin/as-admin.ts'
import { snapshotOf } from '#web/admin/changed-fields.ts'
import { ConfirmForm } from '#web/admin/confirm-form.tsx'
import { holidayActs } from '#web/admin/delivery/delivery-acts.ts'
import { NewBox } from '#web/admin/new-box.tsx'
import { DeleteForm, RowActs } from '#web/admin/row-acts.tsx'
import { SectionCard } from '#web/admin/section-card.tsx'
import { SectionViews } from '#web/admin/section-views.tsx'
import { SnapshotFields } from '#web/admin/snapshot-fields.tsx'
import { revalidateAfterConflict } from '#web/forms/form-answer.ts'
import type { FormState } from '#web/forms/intent-form.tsx'
import type { Route } from './+types/holidays-page.ts'
import '../content.css'
import './delivery.css'

export async function loader(args: Route.LoaderArgs) {
  return { rows: await listHolidays(asAdmin(args)), today: dayAt(new Date()), key: randomUUID() }
}

export function action(args: Route.ActionArgs) {
  return actAsAdmin(args, holidayActs)
}

export const clientAction = actWithToast
export const shouldRevalidate = revalidateAfterConflict

export default function HolidaysPage({ loaderData: { rows, today, key } }: Route.ComponentProps) {
  const isOver = ({ day }: HolidayRow) => day < today
  return (
    <SectionCard>
      <SectionViews of="Delivery" />
      <p className="intro">
        On these days, and on Sundays, nothing is packed or delivered: promised days leave them out. Idd is declared late: add it when it is known.
      </p>
      <PostedOutcome />
      <NewBox label="New holiday" isFirst={rows.length === 0} visitKey={key}>
        {({ formKey: _, ...form }) => (
          <AdminForm intent="create" submit="Add holiday" busy="Saving..." {...form}>
            {(state) => <HolidayFields row={null} today={today} {...state} />}
          </AdminForm>
        )}
      </NewBox>
      <Table
        className="people"
        rows={[...rows.filter((row) => !isOver(row)), ...rows.filter(isOver).reverse()]}
        keyOf={({ day }) => day}
        columns={[
          { head: 'Day', cell: ({ day }) => `${dayText(day)} ${day.slice(0, 4)}`, num: true },
          { head: 'Name', cell: ({ name }) => name },
          { head: 'Actions', cell: (row) => (isOver(row) ? 'Over' : <HolidayActs row={row} today={today} />), right: true },
        ]}
      />
    </SectionCard>
  )
}

function HolidayFields({ row, today, typed, errorOf }: { row: HolidayRow | null; today: string } & FormState) {
  return (
    <div className="way-row">
      <Field name="day" type="date" label="Day" required min={today} defaultValue={typed.day ?? row?.day} error={errorOf('day')} />
      <Field name="name" label="Name" required maxLength={60} autoComplete="off" defaultValue={typed.name ?? row?.name} error={errorOf('name')} />
    </div>
  )
}

function HolidayActs({ row, today }: { row: HolidayRow; today: string }) {
  const { day, name } = row
  const called = `${name}, ${dayText(day)} ${day.slice(0, 4)}`
  return (
    <RowActs>
      <ConfirmForm
        intent="save"
        hidden={{ of: day }}
        label="Edit"
        buttonName={`Edit ${called}`}
        title={`Edit ${name}`}
        text={null}
        submit="Save changes"
        busy="Saving..."
      >
        {(state) => (
          <>
            <SnapshotFields snapshot={snapshotOf(row, ['day', 'name'])} typed={state.typed} refusal={state.refusal} />
            <HolidayFields row={row} today={today} {...state} />
          </>
        )}
      </ConfirmForm>
      <DeleteForm what="holiday" name={name} listed={called} hidden={{ of: day }}>
        It is a working day again, for orders that are placed from now on.
      </DeleteForm>
    </RowActs>
  )
}
