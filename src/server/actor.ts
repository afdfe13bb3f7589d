import type { Context } from 'hono'
import { referralOf } from '#features/affiliates/referral-cookie.ts'
import { type Actor, anonymous, type Log } from '#features/context.ts'
import { readOpened } from '#features/orders/opened-links.ts'
import { knownDevice } from '#features/people/device-cookie.ts'
import { findActor } from '#features/people/find-actor.ts'
import { readSessionToken } from '#features/people/session-token.ts'
import { createAddressReader } from '#server/address.ts'
import type { Shop } from '#server/running-shop.ts'

/** Finds out who asks, from the request and the network it came from. */
export type Identify = (request: Request, address: string | null) => Actor | Promise<Actor>

/** The same for every route. */
export interface Visitors {
  identify(c: Context): Actor | Promise<Actor>
  addressOf(c: Context): string | null
}

export function visitorsOf(identify: Identify, proxies: number, log: Log): Visitors {
  const addressOf = createAddressReader(proxies, log)
  return { addressOf, identify: (c) => identify(c.req.raw, addressOf(c)) }
}

/** Who asks, by the session of a cookie or a bearer, with the roles of this moment. A request that carries neither costs no query. */
export function identifyBy(shop: Pick<Shop, 'contextFor'>): Identify {
  return async (request, address) => {
    const visitor = shop.contextFor(visitorOf(request, address))
    const { services } = visitor
    const { headers } = request
    const carried = {
      referral: referralOf(services, headers, Date.now()),
      device: knownDevice(services, headers),
      opened: readOpened(visitor, headers),
    }
    const ctx = { ...visitor, actor: { ...visitor.actor, ...carried } }
    const token = readSessionToken(ctx.services, headers)
    return { ...ctx.actor, ...(token && (await findActor(ctx, token))) }
  }
}

/** Somebody who is not signed in; an order's key may have come with the request (`Order-Key`). */
export function visitorOf(request: Request, address: string | null): Actor {
  return { ...anonymous, orderKey: request.headers.get('order-key'), address }
}
