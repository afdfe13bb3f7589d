import { z } from '@hono/zod-openapi'
import { pageOfWhole } from '#core/page-of.ts'
import { readDay } from '#domain/figures.ts'
import { holidays } from '#features/delivery/holidays.ts'
import { options } from '#features/delivery/options.ts'
import { addPlace, changePlace, deletePlace, listPlaces, newPlace, placeChanges, placeRow } from '#features/delivery/places.ts'
import { zones } from '#features/delivery/zones.ts'
import { deliveryRow, getDelivery, listDeliveries } from '#features/orders/riders/list-deliveries.ts'
import { deliveryFigure, deliveryTotal, getDeliveryFigures } from '#features/staff/get-delivery-figures.ts'
import { addList, addRoute } from '#server/api/add-route.ts'
import { type Api, exampleId, flagFilter, listOf, namedSchema, pathId, searchParameters, wholePaging } from '#server/api/declare.ts'
import { addResource, addTable } from '#server/api/resource-routes.ts'
import { everybody, staff } from '#server/permissions.ts'

const delivery = namedSchema('Delivery', deliveryRow)

const day = z.string().refine((text) => readDay(text) !== null, 'Enter a day, such as 2026-11-21.')

export function shippingRoutes(api: Api) {
  addList(api, '/deliveries', {
    who: staff('ship_orders'),
    name: 'listDeliveries',
    summary: 'Who brings the orders that were shipped, newest first',
    description: 'Courier and number, or the rider of a day with what became of the stop. The code that the buyer tells the rider is in no answer.',
    query: { order_id: z.uuid().optional(), rider_day_id: z.uuid().optional() },
    row: delivery,
    list: listDeliveries,
  })
  addRoute(api, 'GET /deliveries/{id}', {
    who: staff('ship_orders'),
    name: 'getDelivery',
    summary: 'Who brings one order',
    description: 'Its id is that of the order.',
    params: pathId('order'),
    answer: delivery,
    said: 'The delivery',
    problems: ['delivery_not_found'],
    run: ({ ctx, id }) => getDelivery(ctx, id),
  })
  addRoute(api, 'GET /delivery_figures', {
    who: staff('see_figures'),
    name: 'getDeliveryFigures',
    tag: 'deliveries',
    summary: 'Whether promises of delivery were kept, by zone and option',
    description:
      'Of paid orders that were promised days, without cancelled ones. What a courier carries is `not_known` until somebody marks it delivered; an order to collect came when it was ready.',
    query: {
      from: day.optional().openapi({ description: 'The first day on which orders were placed, in Nairobi', example: '2026-11-01' }),
      to: day.optional().openapi({ description: 'The last such day', example: '2026-11-30' }),
      ...wholePaging,
    },
    answer: listOf(namedSchema('DeliveryFigure', deliveryFigure)).extend({ total: namedSchema('DeliveryTotal', deliveryTotal) }),
    said: 'Every option of the orders, and all of them together',
    problems: ['malformed'],
    run: async ({ ctx, query: { from = null, to = null, ...paging } }) => {
      const { rows, total } = await getDeliveryFigures(ctx, from || to ? { name: 'own', from, to } : { name: 'all' })
      return { ...pageOfWhole(rows, paging), total }
    },
  })
}

const optionInput = {
  zone_id: exampleId,
  kind: 'stage',
  name: 'Parcel to a stage',
  fee: 250,
  days_from: 1,
  days_to: 2,
  courier: 'Easy Coach',
} as const
const option = { ...optionInput, id: exampleId, free_from: 5000, cut_off: 840, is_on: true, address: null, hours: null, map_url: null }
const place = { name: 'Kiserian Stage', kind: 'stage' as const, parent_id: 'kajiado', aliases: ['Kise'] }
const holiday = { day: '2027-03-20', name: 'Idd-ul-Fitr' }
const zoneFilter = z.uuid("We don't know this zone.").optional()

const tag = 'delivery'
const description = 'Only what is named changes, for orders that are placed from then on.'
const key = z.object({ id: z.string().openapi({ description: 'Its id', example: exampleId }) })

/** Zones, options, places and holidays: every visitor reads them, admins write them. Fees are KSh. */
export function deliveryRoutes(api: Api) {
  addResource(api, zones, {
    ...{ path: '/delivery_zones', tag, name: 'DeliveryZone', row: { id: exampleId, name: 'Nairobi', position: 0 } },
    list: { name: 'listDeliveryZones', summary: 'Zones of delivery, in their order' },
    create: { example: { name: 'Nairobi' } },
    change: { description, example: { position: 3 } },
    remove: { description: 'Its options go with it, and its places belong to the zone around them from then on.' },
  })
  addResource(api, options, {
    ...{ path: '/delivery_options', tag, name: 'DeliveryOption', row: option },
    list: { name: 'listDeliveryOptions', summary: 'Delivery options that are on, the cheapest first; for admins also those that are off' },
    create: { example: optionInput },
    change: { description, example: { is_on: false } },
    remove: { description: 'Orders that were promised it keep it.' },
  })
  addTable(api, {
    ...{ path: '/delivery_places', tag, name: 'DeliveryPlace', noun: 'place', key, notFound: 'place_not_found', writes: 'manage_delivery' },
    readers: everybody,
    row: namedSchema('DeliveryPlace', placeRow, { id: 'kajiado/kiserian-stage', ...place, zone_id: null, is_own: true }),
    list: {
      name: 'listDeliveryPlaces',
      summary: 'Places that orders go to: counties, towns, estates and stages',
      query: { ...searchParameters('In a name or what people also call it'), zone_id: zoneFilter, is_own: flagFilter },
      list: listPlaces,
    },
    create: { summary: 'Add a place', input: newPlace, example: place, verb: addPlace },
    change: { summary: 'Change a place', description, input: placeChanges, example: { zone_id: null }, verb: changePlace },
    remove: { summary: 'Delete a place', description: 'One that the owner has added.', verb: deletePlace, problems: ['place_kept'] },
  })
  addResource(api, holidays, {
    ...{
      path: '/holidays',
      tag,
      name: 'Holiday',
      row: holiday,
      key: z.object({ day: z.string().openapi({ description: 'The day', example: '2027-03-20' }) }),
    },
    list: { name: 'listHolidays', summary: 'Days without delivery besides Sundays, the earliest first' },
    create: { example: holiday },
    change: { description, example: { name: 'Idd-ul-Fitr' } },
    remove: { description: 'It is a working day again.' },
  })
}
