import { OpenAPIHono } from '@hono/zod-openapi'
import { Problem } from '#domain/problem.ts'
import { callbackDoors } from '#server/doors/callbacks.ts'
import { orderEventDoors } from '#server/doors/order-events.ts'
import type { Shop } from '#server/shop.ts'

/** The HTTP API: every table, procedure and function of spec §7 that the shop has by now, under the specification's own names. */
export function api(shop: Shop): OpenAPIHono {
  const api = new OpenAPIHono()
  callbackDoors(api, shop)
  orderEventDoors(api, shop)
  api.all('*', () => {
    throw new Problem('not_found')
  })
  return api
}
