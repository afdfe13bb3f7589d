export const placeKinds = ['country', 'county', 'town', 'estate', 'stage'] as const

/** A place that orders go to: `kisumu/ahero` lies in `kisumu`, and that in `kenya`. */
export interface Place {
  id: string
  name: string
  kind: (typeof placeKinds)[number]
  parent_id: string | null
  /** What people also call it. */
  aliases: readonly string[]
  /** The zone that it belongs to itself; without one it belongs to that of the place it lies in. */
  zone_id: string | null
}

export interface PlaceIndex {
  /** Those that belong to a zone themselves. */
  inZones: readonly Place[]
  get(id: string): Place | undefined
  /** The place and those it lies in, the smallest first. */
  around(id: string): Place[]
  /** Its name, for an estate or stage with the place it lies in: `Karen, Nairobi`. */
  labelOf(id: string): string
  /** The zone that delivers there: the more exact place wins; null where no zone holds it. */
  zoneOf(id: string): string | null
  /** Places whose name or alias begins with the text, those of that very name first. */
  search(text: string, limit: number): Place[]
  /** The most exact place that an address names, such as `Moi Avenue, CBD, Nairobi`; null where it names none. */
  ofAddress(address: string): Place | null
}

/** Words of a name that are compared, in one string: `Lang'ata` and `langata` are the same. */
export function placeKey(text: string): string {
  const lower = text.toLowerCase()
  // Most names are keys as they are.
  if (/^[a-z0-9]+( [a-z0-9]+)*$/.test(lower)) return lower
  return lower
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’`.]/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}

/** Builds once what every look-up reads: some thousand places, no query. */
export function createPlaceIndex(places: readonly Place[]): PlaceIndex {
  const byId = new Map(places.map((place) => [place.id, place]))
  const byKey = new Map<string, Place[]>()
  for (const place of places) {
    for (const key of new Set([place.name, ...place.aliases].map(placeKey))) {
      const those = byKey.get(key)
      if (those) those.push(place)
      else if (key) byKey.set(key, [place])
    }
  }
  const keys = [...byKey.keys()].sort()
  const longest = keys.reduce((most, key) => Math.max(most, key.split(' ').length), 1)

  const around = (id: string): Place[] => {
    const found: Place[] = []
    for (let place = byId.get(id); place && !found.includes(place); place = byId.get(place.parent_id ?? '')) found.push(place)
    return found
  }
  /** Places that the words of a text name. */
  const named = (text: string): Set<Place> => {
    const words = placeKey(text).split(' ')
    const found = new Set<Place>()
    for (let from = 0; from < words.length; from++)
      for (let to = from + 1; to <= Math.min(words.length, from + longest); to++)
        for (const place of byKey.get(words.slice(from, to).join(' ')) ?? []) found.add(place)
    return found
  }

  return {
    inZones: places.filter(({ zone_id }) => zone_id !== null),
    get: (id) => byId.get(id),
    around,
    labelOf: (id) => {
      const [place, outer] = around(id)
      return [place?.name ?? '', ...(outer && (place?.kind === 'estate' || place?.kind === 'stage') ? [outer.name] : [])].join(', ')
    },
    zoneOf: (id) => around(id).find(({ zone_id }) => zone_id !== null)?.zone_id ?? null,
    search(text, limit) {
      const wanted = placeKey(text)
      if (!wanted) return []
      const begun = keys.filter((key) => key.startsWith(wanted))
      return [...new Set(begun.flatMap((key) => byKey.get(key) ?? []))].slice(0, limit)
    },
    ofAddress(address) {
      const all = named(address)
      // `Eldoret CBD` and `Lodwar town` are no place in Nairobi: a middle counts by itself, or within a place that is named too.
      const isMiddle = (place: Place) => place.aliases.includes('town')
      const others = [...all].filter((place) => !isMiddle(place))
      const found = new Set(others.length === 0 ? all : [...all].filter((place) => !isMiddle(place) || others.includes(around(place.id)[1] as Place)))
      // Of two places of one name the one whose town or county is named as well; then the smaller one; then the one that stands first.
      const rank = (place: Place) => around(place.id).filter((each) => each !== place && found.has(each)).length * 10 + placeKinds.indexOf(place.kind)
      return [...found].reduce<Place | null>((best, place) => (best === null || rank(place) > rank(best) ? place : best), null)
    },
  }
}
