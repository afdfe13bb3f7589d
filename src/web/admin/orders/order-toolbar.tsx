import { type OrderStatus, orderStatuses } from '#domain/order.ts'
import type { KnownRider } from '#features/orders/riders/rider-days.ts'
import { Field, SelectField } from '#ui/kit/field.tsx'
import { AffiliateFilter } from '#web/admin/affiliate-filter.tsx'
import type { OrderFilter } from '#web/admin/orders/load-orders.ts'
import { Options } from '#web/admin/select-options.tsx'
import { AdminToolbar } from '#web/admin/toolbar.tsx'
import { useMay } from '#web/admin/use-may.ts'

/** Statuses with the same label are one choice, represented by the first. */
const choices = [...new Map((Object.keys(orderStatuses) as OrderStatus[]).reverse().map((status) => [orderStatuses[status].label, status]))].reverse()

interface OrderToolbarProps {
  filter: OrderFilter
  names: { zones: string[]; options: string[] }
  riders: KnownRider[]
}

export function OrderToolbar({ filter: { search, status, from, to, zone, option, rider, affiliate = null }, names, riders }: OrderToolbarProps) {
  const seesAll = useMay()('see_orders')
  const isNarrowed = Boolean(search || status || from || to || zone || option || rider || affiliate)
  return (
    <AdminToolbar
      only={<AffiliateFilter affiliate={affiliate} />}
      search={{ label: 'Find an order', placeholder: `Order, phone, name, address, ${seesAll ? 'sum, receipt' : 'product'}`, value: search }}
      isNarrowed={isNarrowed}
    >
      {seesAll && <Choice label="Status" name="status" every="Every status" chosen={status} of={choices.map(([label, value]) => [value, label])} />}
      <Choice label="Zone" name="zone" every="Every zone" chosen={zone} of={names.zones.map((name) => [name, name])} />
      <Choice label="Delivery option" name="option" every="Every option" chosen={option} of={names.options.map((name) => [name, name])} />
      <Choice
        label="Rider"
        name="rider"
        every="Every rider"
        chosen={rider}
        unlisted="The selected rider"
        of={riders.map(({ id, name }) => [id, name])}
      />
      <Field label="From" type="date" name="from" defaultValue={from} />
      <Field label="To" type="date" name="to" defaultValue={to} />
    </AdminToolbar>
  )
}

interface ChoiceProps {
  label: string
  name: string
  /** The words for no choice. */
  every: string
  chosen: string | undefined
  /** The label of a chosen value that is in no list any more; without one, the value itself. */
  unlisted?: string
  /** Values with their labels. */
  of: [string, string][]
}

/** A filter with a value for all, which always shows what is chosen; none where there is nothing to choose from. */
function Choice({ label, name, every, chosen, unlisted, of }: ChoiceProps) {
  const values = new Map([...(chosen ? [[chosen, unlisted ?? chosen] as const] : []), ...of])
  if (values.size === 0) return null
  return (
    <SelectField label={label} name={name} defaultValue={chosen ?? ''}>
      <option value="">{every}</option>
      <Options of={[...values]} />
    </SelectField>
  )
}
