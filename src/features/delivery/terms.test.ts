import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Actor, anonymous } from '#core/context.ts'
import { writeCursor } from '#core/page-of.ts'
import { deliveryOffers } from '#domain/delivery-options.ts'
import { changeOption, createOption, deleteOption, listOptions } from '#features/delivery/options.ts'
import { addPlace, changePlace, deletePlace, listPlaces } from '#features/delivery/places.ts'
import { readDeliveryTerms } from '#features/delivery/read-terms.ts'
import { changeZone, createZone, deleteZone, listZones, type ZoneRow } from '#features/delivery/zones.ts'
import { entered } from '../../../test/accounts.ts'
import { contextOn, rowsOf } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'

const database = useDatabase({ isWalk: true })
let admin: Actor
let zone: ZoneRow
beforeAll(async () => {
  admin = (await entered(database, { isAdmin: true })).actor
})
beforeEach(async () => {
  zone = await createZone(ctx(), { name: `Zone ${randomUUID()}` })
})
const monday = new Date('2026-11-23T06:00:00Z')
const ctx = () => contextOn(database, { actor: admin, now: sql`${monday.toISOString()}::timestamptz` })
const visitor = () => contextOn(database, { actor: anonymous })
const code = (wanted: string, ...fields: string[]) =>
  expect.objectContaining({
    code: wanted,
    ...(fields.length > 0 && {
      details: expect.objectContaining({ fields: Object.fromEntries(fields.map((field) => [field, expect.any(String)])) }),
    }),
  })
const actions = async (id: string) =>
  (await rowsOf<{ action: string }>(database, sql`select action from audit_log where row_id = ${id} order by id`)).map(({ action }) => action)
const rider = { kind: 'door', name: 'Rider', fee: 200, days_from: 1, days_to: 2 }
/** What the shop offers, by what this process keeps. */
const offers = async (place: string) => deliveryOffers(await readDeliveryTerms(ctx()), place, 4500_00, monday).map(({ name, fee }) => [name, fee])
const bornZone = async () => (await listZones(ctx())).find(({ name }) => name === 'All of Kenya') as ZoneRow

describe('a zone', () => {
  it('is made once for a key, behind the others, and has a name of its own', async () => {
    const key = randomUUID()
    const name = `Zone ${key}`
    const [first, second] = await Promise.all([createZone(ctx(), { name }, key), createZone(ctx(), { name }, key)])
    expect(second).toEqual(first)
    expect((await listZones(visitor())).at(-1)).toEqual(first)
    await expect(createZone(ctx(), { name: name.toUpperCase() })).rejects.toEqual(code('bad_input', 'name'))
    await expect(createZone(ctx(), { name: ' ' })).rejects.toEqual(code('bad_input', 'name'))
    await expect(changeZone(ctx(), first.id, { name: zone.name })).rejects.toEqual(code('bad_input', 'name'))
    await changeZone(ctx(), first.id, { position: 0 })
    await expect(changeZone(ctx(), first.id, { position: 1 }, { position: first.position })).rejects.toEqual(code('changed_meanwhile'))
    expect(await actions(first.id)).toEqual(['zone created', 'zone changed'])
    await expect(changeZone(ctx(), randomUUID(), {})).rejects.toEqual(code('zone_not_found'))
  })

  it('that goes takes its options along, and leaves its places to the zone around them', async () => {
    const option = await createOption(ctx(), { ...rider, zone_id: zone.id })
    await changePlace(ctx(), 'mombasa', { zone_id: zone.id })
    expect(await offers('mombasa/nyali')).toEqual([['Rider', 200]])
    await deleteZone(ctx(), zone.id)
    expect(await offers('mombasa/nyali')).toEqual([['To the door', 0]])
    await expect(changeOption(ctx(), option.id, {})).rejects.toEqual(code('option_not_found'))
    const [row] = await rowsOf(database, sql`select before from audit_log where row_id = ${zone.id} and action = 'zone deleted'`)
    expect(row).toEqual({ before: { ...zone, options: 1, places: 1 } })
  })
})

describe('an option', () => {
  it('is offered as soon as it is written, changed, off or gone', async () => {
    await changePlace(ctx(), 'kisumu', { zone_id: zone.id })
    expect(await offers('kisumu/kisumu'), 'none yet').toEqual([])
    const option = await createOption(ctx(), { ...rider, zone_id: zone.id })
    const parcel = await createOption(ctx(), { ...rider, zone_id: zone.id, kind: 'stage', name: 'Parcel', fee: 150, courier: 'Easy Coach' })
    expect(await offers('kisumu/kisumu')).toEqual([
      ['Parcel', 150],
      ['Rider', 200],
    ])
    await changeOption(ctx(), parcel.id, { free_from: 4000, kind: 'stage' })
    expect(await offers('kisumu/kisumu')).toEqual([
      ['Parcel', 0],
      ['Rider', 200],
    ])
    await changeOption(ctx(), parcel.id, { is_on: false })
    expect((await listOptions(visitor(), { zone_id: zone.id })).data).toEqual([option])
    expect((await listOptions(ctx(), { zone_id: zone.id })).data.map(({ name }) => name)).toEqual(['Parcel', 'Rider'])
    await deleteOption(ctx(), option.id)
    expect(await offers('kisumu/kisumu')).toEqual([])
    expect(await actions(parcel.id)).toEqual(['option created', 'option changed', 'option changed'])
    await changePlace(ctx(), 'kisumu', { zone_id: null })
  })

  it('keeps nothing of another kind, and lists page by page', async () => {
    const point = { kind: 'pickup', address: 'Moi Avenue 12', hours: 'Mon - Sat 9 - 6', map_url: 'https://maps.example/a', courier: 'Nobody' }
    const made = await createOption(ctx(), { ...rider, ...point, zone_id: zone.id })
    expect(made).toMatchObject({ ...point, courier: null })
    expect(await changeOption(ctx(), made.id, { kind: 'door' })).toMatchObject({ address: null, hours: null, map_url: null })
    const key = randomUUID()
    const cheap = await createOption(ctx(), { ...rider, fee: 0, zone_id: zone.id }, key)
    expect(await createOption(ctx(), { ...rider, fee: 0, zone_id: zone.id }, key)).toEqual(cheap)
    const first = await listOptions(ctx(), { zone_id: zone.id, limit: 1 })
    const second = await listOptions(ctx(), { zone_id: zone.id, limit: 1, cursor: first.next as string })
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual([cheap.id, made.id])
    expect(second.next).toBeNull()
  })
})

describe('a place', () => {
  it('is found by part of a name or alias, the very name first, page by page', async () => {
    const found = async (search: string, limit?: number) => (await listPlaces(visitor(), { search, limit })).data.map(({ id }) => id)
    expect((await found('langata'))[0]).toMatch(/langata$/)
    expect(await found("Lang'ata")).toEqual(await found('langata'))
    expect((await found('NAKS'))[0]).toBe('nakuru/nakuru')
    expect((await found('Mombasa'))[0]).toBe('mombasa')
    expect(await found('100%')).toEqual([])
    const all: string[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await listPlaces(ctx(), { search: 'nai', limit: 5, cursor: cursor ?? undefined })
      all.push(...page.data.map(({ id }) => id))
      cursor = page.next
    }
    expect(all).toEqual(await found('nai', 100))
    expect((await listPlaces(ctx(), { cursor: writeCursor(['9999999999.5', 'kenya']) })).data).toEqual([])
    await expect(listPlaces(ctx(), { cursor: 'x' })).rejects.toEqual(code('malformed'))
  })

  it('of the owner is added once and deleted, and others stay', async () => {
    const wanted = { name: 'Shanzu Gate', kind: 'stage', parent_id: 'mombasa/shanzu', aliases: ['Gate ya Shanzu'] }
    const [own, again] = await Promise.all([addPlace(ctx(), wanted), addPlace(ctx(), wanted)])
    expect(again).toEqual(own)
    expect(own).toMatchObject({ id: 'mombasa/shanzu/shanzu-gate', is_own: true, zone_id: null })
    expect((await readDeliveryTerms(ctx())).places.ofAddress('gate ya shanzu')?.id).toBe(own.id)
    expect(await offers(own.id)).toEqual([['To the door', 0]])
    await expect(addPlace(ctx(), { ...wanted, aliases: [] })).rejects.toEqual(code('bad_input', 'name'))
    await expect(addPlace(ctx(), { ...wanted, name: 'Bi', parent_id: own.id })).rejects.toEqual(code('bad_input', 'parent_id'))
    await expect(addPlace(ctx(), { ...wanted, name: 'Bi', parent_id: 'atlantis' })).rejects.toEqual(code('bad_input', 'parent_id'))
    await expect(addPlace(ctx(), { ...wanted, name: '!!', kind: 'country', zone_id: randomUUID() })).rejects.toEqual(
      code('bad_input', 'name', 'kind'),
    )
    await expect(addPlace(ctx(), { ...wanted, name: 'Bi', aliases: [], zone_id: randomUUID() })).rejects.toEqual(code('bad_input', 'zone_id'))
    const estate = await addPlace(ctx(), { name: 'Gate', kind: 'estate', parent_id: 'mombasa' })
    const stage = await addPlace(ctx(), { name: 'Gate A', kind: 'stage', parent_id: estate.id })
    await expect(deletePlace(ctx(), estate.id)).rejects.toEqual(code('place_kept'))
    await expect(deletePlace(ctx(), 'mombasa/shanzu')).rejects.toEqual(code('place_kept'))
    for (const { id } of [stage, estate, own]) await deletePlace(ctx(), id)
    expect((await listPlaces(ctx(), { is_own: true })).data).toEqual([])
    expect(await actions(own.id)).toEqual(['place added', 'place deleted'])
    await expect(deletePlace(ctx(), own.id)).rejects.toEqual(code('place_not_found'))
  })

  it('is found by the names that an admin gives it, and by no name of a place beside it', async () => {
    const own = await addPlace(ctx(), { name: 'Lango Baya', kind: 'estate', parent_id: 'mombasa', aliases: ['Baya'] })
    const found = async (address: string) => (await readDeliveryTerms(ctx())).places.ofAddress(address)?.id
    const renamed = await changePlace(
      ctx(),
      own.id,
      { name: 'Lango La Simba', aliases: ['Simba Gate', 'Baya'] },
      { name: 'Lango Baya', aliases: 'Baya' },
    )
    expect(renamed).toEqual({ ...own, name: 'Lango La Simba', aliases: ['Simba Gate', 'Baya'] })
    expect([await found('Lango la Simba'), await found('simba gate')]).toEqual([own.id, own.id])
    expect((await listPlaces(ctx(), { search: 'Simba Gate' })).data).toEqual([renamed])

    const beside = { name: 'Bi', kind: 'estate', parent_id: 'mombasa' }
    for (const taken of [{ name: 'Nyali' }, { name: 'nyali.' }, { name: 'SIMBA GATE' }])
      await expect(addPlace(ctx(), { ...beside, ...taken })).rejects.toEqual(code('bad_input', 'name'))
    for (const name of ['Nyali', 'Simba-Gate'])
      await expect(addPlace(ctx(), { ...beside, aliases: [name] })).rejects.toEqual(code('bad_input', 'aliases'))
    for (const taken of [{ name: 'Nyali' }, { name: 'nyali.' }])
      await expect(changePlace(ctx(), own.id, taken)).rejects.toEqual(code('bad_input', 'name'))
    await expect(changePlace(ctx(), own.id, { aliases: ['Nyali'] })).rejects.toEqual(code('bad_input', 'aliases'))
    await expect(changePlace(ctx(), 'mombasa/nyali', { aliases: ['simba-gate'] })).rejects.toEqual(code('bad_input', 'aliases'))
    await expect(changePlace(ctx(), own.id, { name: '', aliases: [''] })).rejects.toEqual(code('bad_input', 'name', 'aliases'))
    await expect(changePlace(ctx(), own.id, { aliases: ['Geti', 'x'.repeat(81)] })).rejects.toMatchObject({
      details: { fields: { aliases: 'Name 2: Please keep this under 80 characters.' } },
    })
    expect((await changePlace(ctx(), 'mombasa/shanzu', { aliases: ['Simba Gate Kubwa'] })).aliases).toEqual(['Simba Gate Kubwa'])
    await expect(changePlace(ctx(), 'mombasa/shanzu', { name: 'Shanzuu' })).rejects.toEqual(code('bad_input', 'name'))
    await expect(changePlace(ctx(), own.id, { aliases: [] }, { aliases: 'Baya' })).rejects.toMatchObject({
      code: 'changed_meanwhile',
      details: { facts: { now: { aliases: 'Simba Gate, Baya' } } },
    })
    await changePlace(ctx(), own.id, { aliases: [] }, { aliases: 'Simba Gate, Baya' })
    expect(await actions(own.id)).toEqual(['place added', 'place changed', 'place changed'])
    expect(await found('simba gate kubwa')).toBe('mombasa/shanzu')
    await deletePlace(ctx(), own.id)
  })

  it('gets an id of its own also where its name is that of others', async () => {
    const within = async (parent_id: string) => (await addPlace(ctx(), { name: 'Soko Mjinga', kind: 'stage', parent_id })).id
    expect([await within('mombasa/cbd'), await within('mombasa/nyali'), await within('mombasa'), await within('kenya')]).toEqual([
      ...['mombasa/cbd/soko-mjinga', 'mombasa/nyali/soko-mjinga', 'mombasa/soko-mjinga', 'soko-mjinga'],
    ])
    await expect(within('mombasa/cbd/saba-saba')).rejects.toEqual(code('bad_input', 'parent_id'))
    // Of three words, as that of the estate it lies in.
    const town = await addPlace(ctx(), { name: 'Mji', kind: 'town', parent_id: 'mombasa' })
    const estate = await addPlace(ctx(), { name: 'Soko Mjinga', kind: 'estate', parent_id: town.id })
    expect(await within(estate.id)).toBe('mombasa/mji/soko-mjinga-2')
  })

  it('belongs to its own zone before that of the place around it', async () => {
    await createOption(ctx(), { ...rider, zone_id: zone.id })
    await changePlace(ctx(), 'nairobi/karen', { zone_id: zone.id })
    expect([await offers('nairobi/karen'), await offers('nairobi/cbd')]).toEqual([[['Rider', 200]], [['To the door', 0]]])
    expect((await listPlaces(visitor(), { zone_id: zone.id })).data.map(({ id }) => id)).toEqual(['nairobi/karen'])
    await expect(changePlace(ctx(), 'nairobi/karen', { zone_id: null }, { zone_id: null })).rejects.toEqual(code('changed_meanwhile'))
    await expect(changePlace(ctx(), 'nairobi/karen', { zone_id: randomUUID() })).rejects.toEqual(code('bad_input', 'zone_id'))
    await changePlace(ctx(), 'nairobi/karen', { zone_id: null })
    expect(await offers('nairobi/karen')).toEqual([['To the door', 0]])
    await expect(changePlace(ctx(), 'atlantis', { zone_id: null })).rejects.toEqual(code('place_not_found'))
  })

  it('in no zone is not delivered to', async () => {
    await changePlace(ctx(), 'kenya', { zone_id: null })
    expect(await offers('turkana')).toEqual([])
    await changePlace(ctx(), 'kenya', { zone_id: (await bornZone()).id })
  })
})
