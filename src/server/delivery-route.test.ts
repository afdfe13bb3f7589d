import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { forgetDeliveryTerms } from '#features/delivery/read-terms.ts'
import { useApp } from '../../test/app.ts'

const app = useApp({ isWalk: true })
const get = (path: string) => app.ask('GET', path)
const post = (body: unknown) => app.ask('POST', '/delivery.json', { body })

beforeAll(async () => {
  await app.database.ownerDb.execute(sql`
    with west as (insert into delivery_zones (name, position) values ('Western', 1) returning id),
      held as (update delivery_places set zone_id = (select id from west) where id = 'kisumu')
    insert into delivery_options (zone_id, kind, name, fee, free_from, days_from, days_to, courier, address, hours)
    select id, 'stage', 'Parcel to the stage', 150, null, 2, 3, 'Easy Coach', null, null from west
    union all select id, 'door', 'Rider', 250, 5000, 1, 1, null, null, null from west`)
  forgetDeliveryTerms()
})

it('says fee and days to a place, the cheapest option for these goods first', async () => {
  const { status, headers, body } = await get('/delivery.json?place=kisumu/kisumu&goods=4999')
  expect([status, headers.get('cache-control')]).toEqual([200, 'private, max-age=60'])
  expect(body).toMatchObject({
    place: { id: 'kisumu/kisumu', name: 'Kisumu' },
    sentence: expect.stringMatching(/^To Kisumu: KSh 150 · /),
    options: [
      { kind: 'stage', fee: 150, courier: 'Easy Coach', zone: 'Western' },
      { kind: 'door', fee: 250 },
    ],
  })
  expect((await get('/delivery.json?place=kisumu/kisumu&goods=5000')).body.sentence).toMatch(/^To Kisumu: Free · /)
  expect((await get('/delivery.json?place=nairobi')).body.sentence).toMatch(/^To Nairobi: Free · /)
})

it('is the same bytes for everybody, and reads nothing of who asks', async () => {
  const [one, other] = await Promise.all([
    app.ask('GET', '/delivery.json?place=kisumu', { headers: { cookie: 'viatu-visitor=a', 'accept-language': 'sw' } }),
    get('/delivery.json?place=kisumu'),
  ])
  expect(one.body).toEqual(other.body)
  expect(one.headers.get('set-cookie')).toBeNull()
})

it('finds places by the beginning of what people call them, eight at most', async () => {
  expect((await get('/delivery.json?search=naks')).body).toEqual({
    places: [{ id: 'nakuru/nakuru', name: 'Nakuru', county: 'Nakuru County' }],
  })
  // Two towns of one name are told apart.
  expect((await get('/delivery.json?search=rongai')).body.places).toMatchObject([
    { name: 'Ongata Rongai', county: 'Kajiado County' },
    { name: 'Rongai', county: 'Nakuru County' },
  ])
  expect((await get('/delivery.json?search=karen')).body.places[0]).toMatchObject({ name: 'Karen, Nairobi', county: null })
  expect((await get('/delivery.json?search=m')).body.places).toHaveLength(8)
  expect((await get('/delivery.json?search=')).body).toEqual({ places: [] })
})

it('finds the place that an address names, which is in no address and no cache', async () => {
  const { headers, body } = await post({ address: 'Milimani, Kisumu', goods: 100 })
  expect([headers.get('cache-control'), body.place.name, body.options[0].fee]).toEqual(['no-store', 'Milimani, Kisumu', 150])
  expect((await post({ address: 'Behind the church' })).body).toMatchObject({ refusal: 'town_needed', options: [] })
  expect((await post({ address: 'Behind the church', place: 'kisumu/kisumu' })).body).toMatchObject({ place: { name: 'Kisumu' }, refusal: null })
})

it.each([
  ['/delivery.json?place=atlantis', 404, 'place_not_found'],
  ['/delivery.json?place=__proto__', 404, 'place_not_found'],
  ['/delivery.json', 400, 'bad_input'],
  ['/delivery.json?place=kisumu&goods=-1', 400, 'bad_input'],
  ['/delivery.json?place=kisumu&goods=1.5', 400, 'bad_input'],
])('refuses %s', async (path, status, code) => {
  const answer = await get(path)
  expect([answer.status, answer.body.error.code, answer.headers.get('cache-control')]).toEqual([status, code, 'no-store'])
})

it('lets the browser be known again before it sends an order, and leaves the visitor that it has', async () => {
  const cookie = (await post({ address: 'Milimani, Kisumu' })).headers.get('set-cookie')?.split(';')[0] ?? ''
  expect(cookie).toMatch(/^viatu-ref=\.[0-9a-f-]{36}\./)
  const known = await app.ask('POST', '/delivery.json', { body: { address: 'Milimani, Kisumu' }, headers: { cookie } })
  expect(known.headers.get('set-cookie')).toBeNull()
})

it('refuses an address that is none', async () => {
  for (const body of [{}, { address: 7 }, { address: 'x'.repeat(501) }, null]) expect((await post(body)).status).toBe(400)
})

it('makes no query once the terms are known, and says a place that has no zone', async () => {
  await app.database.ownerDb.execute(sql`delete from delivery_zones where name = 'Western'`)
  expect((await get('/delivery.json?place=kisumu')).body.options).toHaveLength(2)
  forgetDeliveryTerms()
  await app.database.ownerDb.execute(sql`update delivery_places set zone_id = null where id = 'kenya'`)
  expect((await get('/delivery.json?place=kisumu')).body).toMatchObject({ sentence: "To Kisumu County: we don't deliver there yet.", options: [] })
})
