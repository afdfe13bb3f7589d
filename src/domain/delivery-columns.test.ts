import { describe, expect, it } from 'vitest'
import { nameList, overlapSentences, zoneRemovalSentence } from '#domain/delivery-columns.ts'
import { createPlaceIndex } from '#domain/delivery-places.ts'
import { placeOf } from '../../test/option.ts'

const index = (...zones: [string, string, string | null][]) => createPlaceIndex(zones.map(([id, name, zone_id]) => placeOf({ id, name, zone_id })))
const shop = index(
  ['kenya', 'Kenya', 'Elsewhere'],
  ['nairobi', 'Nairobi', 'City'],
  ['nairobi/karen', 'Karen', 'South'],
  ['nairobi/langata', "Lang'ata", 'South'],
  ['nairobi/cbd', 'CBD', null],
  ['kisumu', 'Kisumu', 'Lake'],
)
const nameOf = (zone: string) => zone

describe('zones that hold the same ground', () => {
  it('are named from both sides, and not those in the zone of the whole country', () => {
    const said = ["Karen and Lang'ata are in South, the rest of Nairobi in City."]
    expect(['City', 'South', 'Lake', 'Elsewhere'].map((zone) => overlapSentences(shop, zone, nameOf))).toEqual([said, said, [], []])
  })

  it('are said once for each two of them', () => {
    const three = index(['nairobi', 'Nairobi', 'City'], ['nairobi/karen', 'Karen', 'South'], ['nairobi/cbd', 'CBD', 'Middle'])
    const [south, middle] = ['Karen is in South, the rest of Nairobi in City.', 'CBD is in Middle, the rest of Nairobi in City.']
    expect(['City', 'South', 'Middle'].map((zone) => overlapSentences(three, zone, nameOf))).toEqual([[south, middle], [south], [middle]])
  })

  it('are said of one place, and of many', () => {
    const inner = ['a', 'b', 'c', 'd', 'e'].map((id): [string, string, string] => [`nairobi/${id}`, id.toUpperCase(), 'South'])
    const said = (count: number) => overlapSentences(index(['nairobi', 'Nairobi', 'City'], ...inner.slice(0, count)), 'South', nameOf)
    expect(said(1)).toEqual(['A is in South, the rest of Nairobi in City.'])
    expect(said(5)).toEqual(['A, B, C and 2 more are in South, the rest of Nairobi in City.'])
  })
})

it.each([
  ['City', 3, 'It has 3 options and 1 place. This place will then be in ‘Elsewhere’.'],
  ['South', 1, 'It has 1 option and 2 places. These places will then be in ‘City’.'],
  ['Elsewhere', 0, 'It has 0 options and 1 place. This place will then be in no zone: orders there are refused.'],
  ['Nowhere', 2, 'It has 2 options and 0 places.'],
])('a zone that goes, %s', (zone, options, said) => expect(zoneRemovalSentence(shop, zone, options, nameOf)).toBe(said))

it('a zone that goes leaves its places to the zones around each of them', () => {
  const two = index(['kenya', 'Kenya', 'Elsewhere'], ['nairobi', 'Nairobi', 'City'], ['nairobi/cbd', 'CBD', 'Mixed'], ['kisumu', 'Kisumu', 'Mixed'])
  expect(zoneRemovalSentence(two, 'Mixed', 0, nameOf)).toBe(
    'It has 0 options and 2 places. Of these places 1 will then be in ‘City’; 1 will then be in ‘Elsewhere’.',
  )
})

it.each([
  [[], ''],
  [['Karen'], 'Karen'],
  [['Karen', 'CBD'], 'Karen and CBD'],
  [['Karen', 'CBD', 'Langata', 'Ruaka'], 'Karen, CBD, Langata and Ruaka'],
  [['Karen', 'CBD', 'Langata', 'Ruaka', 'Juja'], 'Karen, CBD, Langata and 2 more'],
])('a list of places names four, or three and counts the rest: %j', (names, said) => expect(nameList(names)).toBe(said))
