import type { Context } from 'hono'
import { referralOf } from '#features/affiliates/referral-cookie.ts'
import { type Actor, anonymous, type Log } from '#features/context.ts'
import { readOpened } from '#features/orders/opened-links.ts'
import { knownDevice } from '#features/people/device-cookie.ts'
import { findActor } from '#features/people/find-actor.ts'
import { readSessionToken } from '#features/people/session-token.ts'
import { createAddressReader } from '#server/address.ts'
import type { Shop } from '#server/running-shop.ts'

/** Authenticates a request. `address` is the visitor's network, or null for this machine. */
export type Identify = (request: Request, address: string | null) => Actor | Promise<Actor>

/** The actor and the network of a request, for every route. */
export interface Visitors {
  identify(c: Context): Actor | Promise<Actor>
  addressOf(c: Context): string | null
}

/** `proxies` is how many of the shop's own stand in front (TRUSTED_PROXY). */
export function visitorsOf(identify: Identify, proxies: number, log: Log): Visitors {
  const addressOf = createAddressReader(proxies, log)
  return {
    addressOf,
    identify: async (c) => {
      const actor = await identify(c.req.raw, addressOf(c))
      // For the log of refusals, which must not ask again.
      c.set('userId', actor.userId)
      return actor
    },
  }
}

/** The actor of a request, by the session of its cookie or bearer token, with current roles. A request with neither needs no query. */
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

/** The actor of a visitor who is not signed in; the request may carry an order's key (`Order-Key`). */
export function visitorOf(request: Request, address: string | null): Actor {
  return { ...anonymous, orderKey: request.headers.get('order-key'), address }
}
