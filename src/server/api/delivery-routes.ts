import { createRoute, z } from '@hono/zod-openapi'
import type { ProblemCode } from '#domain/problem.ts'
import type { Context } from '#features/context.ts'
import { addHoliday, changeHoliday, deleteHoliday, holidayChanges, holidayRow, listHolidays } from '#features/delivery/holidays.ts'
import { addPlace, changePlace, deletePlace, listPlaces, newPlace, placeChanges, placeRow } from '#features/delivery/places.ts'
import { changeWay, createWay, deleteWay, listWays, newWay, wayChanges, wayRow } from '#features/delivery/ways.ts'
import { changeZone, createZone, deleteZone, listZones, newZone, zoneChanges, zoneRow } from '#features/delivery/zones.ts'
import {
  type Api,
  adminRefusals,
  exampleId,
  flagFilter,
  jsonBody,
  jsonResponse,
  listOf,
  mergeSearchAlias,
  namedSchema,
  noContent,
  onceHeaders,
  paging,
  refusals,
  searchParameters,
  withBody,
} from '#server/declare.ts'

const wayInput = { zone_id: exampleId, kind: 'stage', name: 'Parcel to a stage', fee: 250, days_from: 1, days_to: 2, courier: 'Easy Coach' } as const
const way = { ...wayInput, id: exampleId, free_from: 5000, cut_off: 840, is_on: true, address: null, hours: null, map_url: null }
const place = { name: 'Kiserian Stage', kind: 'stage' as const, parent_id: 'kajiado', aliases: ['Kise'] }
const zoneFilter = z.uuid("We don't know this zone.").optional()

/** Zones, ways, places and holidays: every visitor reads them, admins write them. Fees are KSh. */
export function deliveryRoutes(api: Api) {
  addTable(api, {
    path: '/delivery_zones',
    named: ['DeliveryZone', 'zone'],
    row: namedSchema('DeliveryZone', zoneRow, { id: exampleId, name: 'Nairobi', position: 0 }),
    about: 'Zones of delivery, in their order',
    query: {},
    list: async (ctx) => ({ data: await listZones(ctx), next: null }),
    create: [newZone, { name: 'Nairobi' }, createZone],
    change: [zoneChanges, { position: 3 }, changeZone],
    remove: [deleteZone, 'Its ways go with it, and its places belong to the zone around them from then on.'],
    problem: 'zone_not_found',
  })
  addTable(api, {
    path: '/delivery_ways',
    named: ['DeliveryWay', 'way'],
    row: namedSchema('DeliveryWay', wayRow, way),
    about: 'Ways of delivery that are on, the cheapest first; for admins also those that are off',
    query: { zone_id: zoneFilter, ...paging },
    list: listWays,
    create: [newWay, wayInput, createWay],
    change: [wayChanges, { is_on: false }, changeWay],
    remove: [deleteWay, 'Orders that were promised it keep it.'],
    problem: 'way_not_found',
  })
  addTable(api, {
    path: '/delivery_places',
    named: ['DeliveryPlace', 'place'],
    row: namedSchema('DeliveryPlace', placeRow, { id: 'kajiado/kiserian-stage', ...place, zone_id: null, is_own: true }),
    about: 'Places that orders go to: counties, towns, estates and stages',
    query: { ...searchParameters('In a name or what people also call it'), zone_id: zoneFilter, is_own: flagFilter, ...paging },
    list: (ctx, query) => listPlaces(ctx, mergeSearchAlias(query)),
    create: [newPlace, place, addPlace],
    change: [placeChanges, { zone_id: null }, changePlace],
    remove: [deletePlace, 'One that the owner has added.', 'place_kept'],
    problem: 'place_not_found',
  })
  addTable(api, {
    path: '/holidays',
    named: ['Holiday', 'holiday'],
    key: z.object({ day: z.string().openapi({ description: 'The day', example: '2027-03-20' }) }),
    row: namedSchema('Holiday', holidayRow, { day: '2027-03-20', name: 'Idd-ul-Fitr' }),
    about: 'Days without delivery besides Sundays, the earliest first',
    query: {},
    list: async (ctx) => ({ data: await listHolidays(ctx), next: null }),
    create: [holidayRow, { day: '2027-03-20', name: 'Idd-ul-Fitr' }, addHoliday],
    change: [holidayChanges, { name: 'Idd-ul-Fitr' }, changeHoliday],
    remove: [deleteHoliday, 'It is a working day again.'],
    problem: 'holiday_not_found',
  })
}

interface Table<Row extends z.ZodObject, Query extends z.ZodRawShape> {
  path: string
  /** For the operations, and for people. */
  named: [operation: string, noun: string]
  key?: z.ZodObject
  row: Row
  about: string
  query: Query
  list: (ctx: Context, query: z.infer<z.ZodObject<Query>>) => Promise<{ data: z.infer<Row>[]; next: string | null }>
  create: [input: z.ZodType, example: object, verb: (ctx: Context, sent: unknown, key?: string) => Promise<z.infer<Row>>]
  change: [input: z.ZodType, example: object, verb: (ctx: Context, id: string, sent: unknown) => Promise<z.infer<Row>>]
  remove: [verb: (ctx: Context, id: string) => Promise<void>, description: string, ...further: ProblemCode[]]
  problem: ProblemCode
}

const textId = z.object({ id: z.string().openapi({ description: 'Its id', example: exampleId }) })

/** The four operations of a table that is stored and shown. */
function addTable<Row extends z.ZodObject, Query extends z.ZodRawShape>(api: Api, table: Table<Row, Query>) {
  const { path, row, problem, key = textId } = table
  const [operation, noun] = table.named
  const tags = ['delivery']
  const one = `${path}/{${Object.keys(key.shape)[0]}}`
  const idOf = (params: object) => Object.values(params)[0] as string
  const changed: ProblemCode[] = [...withBody, ...adminRefusals]
  const list = createRoute({
    ...{ method: 'get', path, operationId: `list${operation}s`, tags, summary: table.about },
    request: { query: z.strictObject(table.query) },
    responses: {
      200: jsonResponse(listOf(row), 'The rows'),
      ...refusals('unknown_filter', 'bad_input', ...('cursor' in table.query ? ['malformed' as const] : [])),
    },
  })
  const create = createRoute({
    ...{ method: 'post', path, operationId: `create${operation}`, tags, summary: `Add a ${noun}` },
    request: { headers: onceHeaders, body: jsonBody(table.create[0], table.create[1]) },
    responses: { 201: jsonResponse(row, `The ${noun}`), ...refusals(...changed, 'made_already') },
  })
  const change = createRoute({
    ...{ method: 'patch', path: one, operationId: `update${operation}`, tags, summary: `Change a ${noun}` },
    description: 'Only what is named changes, for orders that are placed from then on.',
    request: { params: key, body: jsonBody(table.change[0], table.change[1]) },
    responses: { 200: jsonResponse(row, `The ${noun} as it is now`), ...refusals(...changed, problem) },
  })
  const [removing, description, ...further] = table.remove
  const remove = createRoute({
    ...{ method: 'delete', path: one, operationId: `delete${operation}`, tags, summary: `Delete a ${noun}`, description },
    request: { params: key },
    responses: { 204: noContent, ...refusals('cross_site', ...adminRefusals, problem, ...further) },
  })
  api.openapi(list, async (c) => c.json(await table.list(c.var.ctx, c.req.valid('query') as never), 200) as never)
  api.openapi(
    create,
    async (c) => c.json(await table.create[2](c.var.ctx, c.req.valid('json'), c.req.valid('header')['Idempotency-Key']), 201) as never,
  )
  api.openapi(change, async (c) => c.json(await table.change[2](c.var.ctx, idOf(c.req.valid('param')), c.req.valid('json')), 200) as never)
  api.openapi(remove, async (c) => {
    await removing(c.var.ctx, idOf(c.req.valid('param')))
    return c.body(null, 204)
  })
}
