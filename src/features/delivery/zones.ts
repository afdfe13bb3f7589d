import { sql } from 'drizzle-orm'
import { type Context, requirePermission } from '#core/context.ts'
import { type Page, type Paging, pageSize } from '#core/page-of.ts'
import { resource } from '#core/resource.ts'
import { nameList, overlapSentences, zoneColumns, zoneRemovalSentence } from '#domain/delivery-columns.ts'
import type { DeliveryOption, DeliveryTerms } from '#domain/delivery-options.ts'
import { rootPlace } from '#domain/delivery-places.ts'
import { readDeliveryTerms, writeDeliveryTerms } from '#features/delivery/read-terms.ts'

/** Places with their delivery options. The options of a zone go with it; its places belong to the zone around them from then on. */
export const zones = resource({
  ...{ table: 'delivery_zones', one: 'zone', notFound: 'zone_not_found', writes: 'manage_delivery', isPublic: true },
  columns: zoneColumns,
  order: ['position', 'name', 'id'],
  violations: { delivery_zones_name: { name: 'There is a zone of this name already.' } },
  within: writeDeliveryTerms,
  async fill(tx, { position }) {
    const { rows } = await tx.execute<{ last: number }>(sql`select coalesce(least(max(position) + 1, 999), 0) as last from delivery_zones`)
    return { position: position ?? rows[0]?.last }
  },
  async removing(tx, { id }) {
    const { rows } = await tx.execute<{ options: number; places: number }>(sql`
      select (select count(*) from delivery_options where zone_id = ${id})::integer as options,
        (select count(*) from delivery_places where zone_id = ${id})::integer as places`)
    return rows[0] ?? {}
  },
})
export const { all: listZones, get: getZone, create: createZone, change: changeZone, remove: deleteZone } = zones
export type ZoneRow = Awaited<ReturnType<typeof getZone>>

/** The names by which orders can be told apart: of zones in their order, and of delivery options. */
export async function listDeliveryNames({ db }: Pick<Context, 'db'>): Promise<{ zones: string[]; options: string[] }> {
  const { rows } = await db.execute<{ zones: string[]; options: string[] }>(sql`
    select array(select name from delivery_zones order by position, name) as zones, array(select distinct name from delivery_options order by name) as options`)
  return rows[0] as { zones: string[]; options: string[] }
}

/** A zone for its list and its page in the panel. */
export interface ZoneSummary {
  id: string
  name: string
  /** The first of them. */
  options: DeliveryOption[]
  optionCount: number
  /** How many of them shoppers are offered. */
  onCount: number
  placeCount: number
  /** The first of its places, and how many more. */
  placeNames: string
  /** It has the options to all places that no other zone holds. */
  isElsewhere: boolean
  /** What deleting it does. */
  removal: string
}

/** Options of a zone that the list of zones shows. */
const shownOptions = 8

/** The zones in their order, from what this process keeps; the cursor is the id of a zone. */
export async function listZoneSummaries(ctx: Context, paging: Paging): Promise<Page<ZoneSummary> & { hasElsewhere: boolean }> {
  requirePermission(ctx, 'manage_delivery')
  const terms = await readDeliveryTerms(ctx)
  const from = terms.zones.findIndex(({ id }) => id === paging.cursor) + 1
  const shown = terms.zones.slice(from, from + pageSize(paging))
  return {
    data: shown.map(({ id }) => summaryOf(terms, id)),
    next: from + shown.length < terms.zones.length ? (shown.at(-1)?.id ?? null) : null,
    hasElsewhere: terms.places.zoneOf(rootPlace) !== null,
  }
}

/** One of them, with sentences about places that it shares with another. */
export async function summariseZone(ctx: Context, id: string): Promise<ZoneSummary & { overlaps: string[] }> {
  requirePermission(ctx, 'manage_delivery')
  const terms = await readDeliveryTerms(ctx)
  return { ...summaryOf(terms, id), overlaps: overlapSentences(terms.places, id, nameIn(terms)) }
}

const nameIn =
  ({ zones }: DeliveryTerms) =>
  (zone: string) =>
    zones.find(({ id }) => id === zone)?.name ?? ''

function summaryOf(terms: DeliveryTerms, id: string): ZoneSummary {
  const { places } = terms
  const nameOf = nameIn(terms)
  const own = places.inZones.filter(({ zone_id }) => zone_id === id)
  const options = terms.options.filter(({ zone_id }) => zone_id === id).toSorted((a, b) => Number(b.is_on) - Number(a.is_on) || a.fee - b.fee)
  return {
    ...{
      id,
      name: nameOf(id),
      options: options.slice(0, shownOptions),
      optionCount: options.length,
      onCount: options.filter(({ is_on }) => is_on).length,
    },
    placeCount: own.length,
    placeNames: nameList(own.map(({ name }) => name)),
    isElsewhere: places.get(rootPlace)?.zone_id === id,
    removal: zoneRemovalSentence(places, id, options.length, nameOf),
  }
}
