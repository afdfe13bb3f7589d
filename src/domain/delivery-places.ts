/** The place of a visitor who has named none. */
export const usualPlace = 'nairobi'
/** The place that all others lie in; its zone, if any, has the options of "elsewhere". */
export const rootPlace = 'kenya'

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
  /** The place that an address names, where it is another one than this: neither in it, nor around it; or in it, and in another zone. */
  otherThan(id: string, address: string): Place | null
  /** Stages, and offices that the owner has added as such, in the town of a place; the place itself first. */
  stagesNear(id: string, limit: number): string[]
  /** Every place that an address names. */
  named(address: string): Place[]
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

const isTown = ({ kind }: Place) => kind === 'county' || kind === 'town'
/** What makes a name that of a road: `Ngong Road 7` is not in Ngong. St stands for saints too: `Nakuru St Mary's`. */
const roadAfter = /^(?:road|rd|street|st(?=$| \d)|avenue|ave|(?:super ?)?highway|lane|drive|way)(?: |$)/
/** Places that are roads themselves: `Latema Rd` is Latema Road. */
const roadName = / (?:Road|Street|Avenue|Highway|Lane|Drive|Way)$/i

/** Builds once what every look-up reads: some thousand places, no query. */
export function createPlaceIndex(places: readonly Place[]): PlaceIndex {
  const byId = new Map(places.map((place) => [place.id, place]))
  const byKey = new Map<string, Place[]>()
  const call = (place: Place, key: string) => {
    const those = byKey.get(key)
    if (those) those.push(place)
    else if (key) byKey.set(key, [place])
  }
  for (const place of places) for (const key of new Set([place.name, ...place.aliases].map(placeKey))) call(place, key)
  // `Thika, Kiambu` means the county, and `Kiambu` alone the town.
  for (const place of places) if (place.kind === 'county') call(place, placeKey(place.name).replace(/ county$/, ''))
  const keys = [...byKey.keys()].sort()
  /** The most words of a name that begins with a word. */
  const longest = new Map<string, number>()
  for (const key of keys) {
    const words = key.split(' ')
    longest.set(words[0] as string, Math.max(longest.get(words[0] as string) ?? 0, words.length))
  }

  const around = (id: string): Place[] => {
    const found: Place[] = []
    for (let place = byId.get(id); place && !found.includes(place); place = byId.get(place.parent_id ?? '')) found.push(place)
    return found
  }
  /** The places that an address names, each with the number of its last name there. Of names that begin with one word the longest counts. */
  const namesIn = (address: string): Map<Place, number> => {
    const found = new Map<Place, number>()
    let count = 0
    for (const part of address.split(/[,;\n]/)) {
      const words = placeKey(part).split(' ')
      for (let from = 0, to: number; from < words.length; from = Math.max(to, from + 1)) {
        to = Math.min(words.length, from + (longest.get(words[from] as string) ?? 0))
        while (to > from && !byKey.has(words.slice(from, to).join(' '))) to--
        count++
        const key = words.slice(from, to).join(' ')
        for (const place of byKey.get(key) ?? []) {
          if (!roadName.test(place.name) && roadAfter.test(words.slice(to, to + 3).join(' '))) continue
          found.set(place, count)
          // `Mombasa CBD` names Mombasa too.
          const outer = key.includes(' ') ? around(place.id) : []
          for (const each of outer) if (` ${key} `.includes(` ${placeKey(each.name)} `)) found.set(each, count)
        }
      }
    }
    return found
  }

  const zoneOf = (id: string) => around(id).find(({ zone_id }) => zone_id !== null)?.zone_id ?? null
  const index: PlaceIndex = {
    inZones: places.filter(({ zone_id }) => zone_id !== null),
    get: (id) => byId.get(id),
    around,
    labelOf: (id) => {
      const [place, outer] = around(id)
      return [place?.name ?? '', ...(outer && (place?.kind === 'estate' || place?.kind === 'stage') ? [outer.name] : [])].join(', ')
    },
    zoneOf,
    search(text, limit) {
      const wanted = placeKey(text)
      if (!wanted) return []
      const begun = keys.filter((key) => key.startsWith(wanted))
      return [...new Set(begun.flatMap((key) => byKey.get(key) ?? []))].slice(0, limit)
    },
    otherThan(id, address) {
      const named = index.ofAddress(address)
      if (!named || [named.id, id].includes(rootPlace)) return null
      const chosen = around(id)
      const isNear = (place: Place) => chosen.includes(place) || around(place.id).some((each) => each.id === id)
      // Of places that are called the same, such as Milimani, one in the chosen place is meant, unless the address names another town.
      const alike = [named.name, ...named.aliases].flatMap((name) => byKey.get(placeKey(name)) ?? [])
      const isAway = index.named(address).some((place) => isTown(place) && !isNear(place))
      const near = [named, ...(isAway ? [] : alike)].find(isNear)
      if (!near) return named
      return chosen.includes(near) || zoneOf(near.id) === zoneOf(id) ? null : near
    },
    stagesNear(id, limit) {
      const town = around(id).find(isTown)
      const stages = places.filter((place) => place.kind === 'stage' && around(place.id).some((each) => each === town))
      return [...stages.filter((stage) => stage.id === id), ...stages.filter((stage) => stage.id !== id)].map(({ name }) => name).slice(0, limit)
    },
    named: (address) => [...namesIn(address).keys()],
    ofAddress(address) {
      const found = namesIn(address)
      const all = [...found.keys()]
      const at = (place: Place) => found.get(place) as number
      // `Moi Avenue, Mombasa` is no stage in Nairobi, and `Eldoret CBD` not the middle of Nairobi.
      const isElsewhere = (place: Place) => {
        const towns = all.filter((each) => isTown(each) && at(each) !== at(place))
        return !isTown(place) && towns.length > 0 && !around(place.id).some((each) => towns.includes(each))
      }
      // First the one whose town or county is named as well; then the smaller one, a middle after others (`Westlands town`); then the one named last.
      const rank = (place: Place) =>
        around(place.id).filter((each) => found.has(each) && at(each) !== at(place)).length * 10 +
        placeKinds.indexOf(place.kind) -
        (place.aliases.includes('town') ? 0.5 : 0)
      return all.filter((place) => !isElsewhere(place)).sort((a, b) => rank(b) - rank(a) || at(b) - at(a))[0] ?? null
    },
  }
  return index
}
