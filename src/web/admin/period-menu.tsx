import { Form, Link, useLocation } from 'react-router'
import { type Period, type PeriodName, periodQuery, periods } from '#domain/figures.ts'
import { formatDay } from '#domain/nairobi-time.ts'
import { Button } from '#ui/kit/button.tsx'
import { Field } from '#ui/kit/field.tsx'
import { Dropdown } from '#web/admin/dropdown.tsx'
import { RailIcon } from '#web/admin/rail-icons.tsx'

/** Chooses the range of days of the figures and charts; other query parameters stay. */
export function PeriodMenu({ period }: { period: Period }) {
  const { pathname, search } = useLocation()
  const otherParams = [...new URLSearchParams(search)].filter(([name]) => !name.startsWith('range') && name !== 'cursor')
  const customRange = period.name === 'own' ? period : { from: null, to: null }
  return (
    <Dropdown
      label="Days"
      current={
        <>
          <RailIcon name="days" />
          <span className="days-label">{periodLabel(period)}</span>
        </>
      }
      className="days-menu"
    >
      <ul>
        {Object.entries(periods).map(([name, { label }]) => (
          <li key={name}>
            <Link
              to={{ pathname, search: String(new URLSearchParams([...otherParams, ...Object.entries(periodQuery({ name: name as PeriodName }))])) }}
              aria-current={name === period.name ? 'true' : undefined}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
      <Form method="get" action={pathname} className="dropdown-form">
        {otherParams.map(([name, value]) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name="range" value="own" />
        <Field label="From" type="date" name="range_from" defaultValue={customRange.from ?? ''} />
        <Field label="To" type="date" name="range_to" defaultValue={customRange.to ?? ''} />
        <Button type="submit" look="ghost">
          Show these days
        </Button>
      </Form>
    </Dropdown>
  )
}

/** `1 Nov 2026 to 20 Nov 2026`, or a period's own name. */
export function periodLabel(period: Period): string {
  if (period.name !== 'own') return periods[period.name].label
  const [from, to] = [period.from, period.to].map((day) => day && formatDay(day))
  return from && to ? `${from} to ${to}` : from ? `Since ${from}` : `Until ${to}`
}
