import { optionWords } from '#domain/delivery-columns.ts'
import { getOption, options } from '#features/delivery/options.ts'
import { getZone } from '#features/delivery/zones.ts'
import { OptionForm } from '#web/admin/delivery/delivery-forms.tsx'
import { EditSheet } from '#web/admin/edit-sheet.tsx'
import { adminDeliveryRowUrl } from '#web/admin/panel-addresses.ts'
import { actAsAdmin, asAdmin, loadOne } from '#web/admin/panel-requests.ts'
import { resourceActs } from '#web/admin/resource-acts.ts'
import { useRange } from '#web/admin/use-panel.ts'
import type { Route } from './+types/option-page.ts'
import '../content.css'
import './delivery.css'

export async function loader(args: Route.LoaderArgs) {
  const ctx = asAdmin(args)
  const row = await loadOne(() => getOption(ctx, args.params.id))
  return { row, zone: await loadOne(() => getZone(ctx, row.zone_id)) }
}

export function action(args: Route.ActionArgs) {
  return actAsAdmin(args, resourceActs(options, optionWords, { id: args.params.id }))
}

export default function OptionPage({ loaderData: { row, zone } }: Route.ComponentProps) {
  const listUrl = adminDeliveryRowUrl('delivery_zones', zone.id, useRange())
  const named = { id: row.id, title: row.name }
  return (
    <EditSheet section="delivery" listUrl={listUrl} listLabel={zone.name} table="delivery_options" row={named} heading={`Edit ${row.name}`}>
      {(form) => <OptionForm key={row.id} row={row} {...form} />}
    </EditSheet>
  )
}
