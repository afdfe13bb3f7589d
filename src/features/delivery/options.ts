import { resource } from '#core/resource.ts'
import type { Database } from '#db/client.ts'
import { optionColumns, optionRefusal } from '#domain/delivery-columns.ts'
import { writeDeliveryTerms } from '#features/delivery/read-terms.ts'

/** How orders of a zone reach their buyers. Those that are promised one keep it when it changes. */
export const options = resource({
  ...{ table: 'delivery_options', one: 'option', notFound: 'option_not_found', writes: 'manage_delivery', shownBy: 'is_on', isPublic: true },
  columns: optionColumns,
  order: ['fee', 'id'],
  pages: { by: 'fee', filters: ['zone_id'] },
  violations: { delivery_options_zone_id_fkey: { zone_id: "We don't know this zone." } },
  within: writeDeliveryTerms,
  refuse: optionRefusal,
})
export const { list: listOptions, get: getOption, create: createOption, change: changeOption, remove: deleteOption } = options
export type OptionRow = Awaited<ReturnType<typeof getOption>>

/** Writes an option of the shop's own making, such as the demo's; false where one has this id already. */
export const insertOption = (db: Database, id: string, option: Omit<OptionRow, 'id'>): Promise<boolean> => options.put(db, { ...option, id })
