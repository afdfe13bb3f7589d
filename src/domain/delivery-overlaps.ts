import { type PlaceIndex, rootPlace } from '#domain/delivery-places.ts'

/**
 * Where a zone and another hold the same ground, because a place of one lies in a place of the other: the more exact place wins. The zone of the whole country is
 * left out, since all others lie in it. `Karen is in South, the rest of Nairobi in City.`
 */
export function overlapSentences(places: PlaceIndex, zoneId: string, nameOf: (zoneId: string) => string): string[] {
  const inside = places.inZones.flatMap((inner) => {
    const outer = places.around(inner.id).find((each) => each !== inner && each.zone_id !== null)
    const isShared = outer && outer.id !== rootPlace && outer.zone_id !== inner.zone_id && [inner.zone_id, outer.zone_id].includes(zoneId)
    return isShared ? [{ inner, outer, key: `${inner.zone_id} ${outer.id}` }] : []
  })
  return [...Map.groupBy(inside, ({ key }) => key).values()].map((group) => {
    const [{ inner, outer }] = group as [(typeof group)[number]]
    const names = nameList(group.map((each) => each.inner.name))
    return `${names} ${group.length === 1 ? 'is' : 'are'} in ${nameOf(inner.zone_id as string)}, the rest of ${outer.name} in ${nameOf(outer.zone_id as string)}.`
  })
}

/** `Karen`, `Karen and CBD`, or `Karen, CBD, Langata and 9 more`. */
export function nameList(names: readonly string[]): string {
  const more = names.length > 4 ? [`${names.length - 3} more`] : []
  const all = [...names.slice(0, more.length > 0 ? 3 : 4), ...more]
  return [all.slice(0, -1).join(', '), ...all.slice(-1)].filter(Boolean).join(' and ')
}

/** What becomes of the places of a zone that is deleted: `It has 3 options and 12 places. These places will then be in ‘All of Kenya’.` */
export function zoneRemovalSentence(places: PlaceIndex, zoneId: string, optionCount: number, nameOf: (zoneId: string) => string): string {
  const own = places.inZones.filter((place) => place.zone_id === zoneId)
  const count = (number: number, one: string) => `${number} ${number === 1 ? one : `${one}s`}`
  const start = `It has ${count(optionCount, 'option')} and ${count(own.length, 'place')}.`
  if (own.length === 0) return start
  const next = (id: string) => places.around(id).find((each) => each.zone_id !== null && each.zone_id !== zoneId)?.zone_id ?? null
  const groups = [...Map.groupBy(own, ({ id }) => next(id))]
  const by = (zone: string | null) => (zone === null ? 'in no zone: orders there are refused' : `in ‘${nameOf(zone)}’`)
  if (groups.length === 1)
    return `${start} ${own.length === 1 ? 'This place' : 'These places'} will then be ${by((groups[0] as [string | null, unknown])[0])}.`
  return `${start} Of these places ${groups.map(([zone, some]) => `${some.length} will then be ${by(zone)}`).join('; ')}.`
}
