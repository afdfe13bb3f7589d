import { readShillings } from '#domain/money.ts'
import { changeOption, createOption, deleteOption } from '#features/delivery/options.ts'
import { addPlace, changePlace, deletePlace } from '#features/delivery/places.ts'
import { readDeliveryTerms } from '#features/delivery/read-terms.ts'
import { changeZone, createZone, deleteZone } from '#features/delivery/zones.ts'
import type { Act } from '#web/admin/act-as-admin.ts'
import { changedFields, parseSnapshot } from '#web/admin/changed-fields.ts'

const fromNow = 'It counts for orders from now on.'

/** Into a zone, or out of its own. */
const movePlace: Act = async (ctx, { place = '', zone_id = '', snapshot = '' }) => {
  const { name } = await changePlace(ctx, place, { zone_id: zone_id || null }, parseSnapshot(snapshot))
  return { title: 'Place saved', text: zone_id ? `${name} is in this zone now.` : `${name} belongs to the zone of the place it lies in.` }
}

/** What the panel does with delivery. Server only, as all that is here. */
export const zoneListActs: Record<string, Act> = {
  create: async (ctx, { name, key }) => {
    await createZone(ctx, { name }, key)
    return { title: 'Zone created', text: 'Open it to give it options and places.' }
  },
  delete: async (ctx, { id = '' }) => {
    await deleteZone(ctx, id)
    return { title: 'Zone deleted', text: 'Orders keep what they were promised.' }
  },
}

export const zoneActs = (id: string): Record<string, Act> => ({
  save: async (ctx, { name = '', position = '', snapshot = '' }) => {
    const seen = parseSnapshot(snapshot)
    await changeZone(ctx, id, changedFields({ name, position: numberIn(position) }, seen), seen)
    return { title: 'Zone saved' }
  },
  create: async (ctx, sent) => {
    const { name } = await createOption(ctx, { zone_id: id, ...optionSent(sent) }, sent.key)
    return { title: 'Option created', text: `Shoppers are offered ${name} now.` }
  },
  switch: async (ctx, { option = '', is_on = '' }) => {
    await changeOption(ctx, option, { is_on: is_on === 'on' })
    return { title: 'Option saved', text: is_on === 'on' ? 'Shoppers are offered it now.' : 'Shoppers are offered it no longer.' }
  },
  'delete-option': async (ctx, { option = '' }) => {
    await deleteOption(ctx, option)
    return { title: 'Option deleted', text: 'Orders that were promised it keep it.' }
  },
  'move-place': movePlace,
})

export const optionActs = (id: string): Record<string, Act> => ({
  save: async (ctx, sent) => {
    const seen = parseSnapshot(sent.snapshot)
    await changeOption(ctx, id, changedFields(optionSent(sent), seen), seen)
    return { title: 'Option saved', text: fromNow }
  },
})

export const placeActs: Record<string, Act> = {
  create: async (ctx, { name = '', kind = '', around = '', aliases = '', zone_id = '' }) => {
    const { places } = await readDeliveryTerms(ctx)
    const parent_id = places.ofAddress(around)?.id ?? ''
    await addPlace(ctx, { name, kind, parent_id, aliases: aliasesIn(aliases), zone_id: zone_id || null })
    return { title: 'Place added', text: `It lies in ${places.labelOf(parent_id)}. Addresses that name it are found from now on.` }
  },
  save: async (ctx, { place = '', name, aliases = '', snapshot = '' }) => {
    const seen = parseSnapshot(snapshot)
    const changed = changedFields({ ...(name !== undefined && { name }), aliases }, seen)
    await changePlace(ctx, place, { ...changed, ...(changed.aliases !== undefined && { aliases: aliasesIn(aliases) }) }, seen)
    return { title: 'Place saved', text: 'Addresses are found by what it is called now.' }
  },
  'move-place': movePlace,
  delete: async (ctx, { place = '' }) => {
    await deletePlace(ctx, place)
    return { title: 'Place deleted' }
  },
}

/** An option as its form writes it; what is no number is left for the verb to refuse. */
function optionSent(sent: Record<string, string>): Record<string, unknown> {
  const { kind = '', name = '', fee = '', free_from = '', days_from = '', days_to = '', cut_off = '', address = '', hours = '', map_url = '' } = sent
  const [hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(cut_off)?.slice(1).map(Number) ?? []
  return {
    ...{ kind, name, fee: numberIn(fee), free_from: numberIn(free_from), days_from: numberIn(days_from), days_to: numberIn(days_to) },
    // Without an hour, until midnight.
    cut_off: cut_off === '' ? 24 * 60 : minute === undefined ? cut_off : (hour as number) * 60 + minute,
    ...{ address: address || null, hours: hours || null, map_url: map_url || null, courier: sent.courier || null, is_on: sent.is_on === 'on' },
  }
}

const numberIn = (text: string) => (text.trim() === '' ? null : (readShillings(text) ?? text))

const aliasesIn = (text: string) =>
  text
    .split(/[,\n]/)
    .map((alias) => alias.trim())
    .filter(Boolean)
