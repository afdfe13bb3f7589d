import type { Context } from 'hono'
import { type Actor, anonymous } from '#features/context.ts'
import { networkOfRequest } from '#server/address.ts'

/** Finds out who asks, from the request and the network it came from. */
export type Identify = (request: Request, address: string | null) => Actor | Promise<Actor>

/** The same as every door asks it. */
export interface Visitors {
  identify(c: Context): Actor | Promise<Actor>
  addressOf(c: Context): string | null
}

export function visitorsOf(identify: Identify, proxies: number): Visitors {
  const addressOf = (c: Context) => networkOfRequest(c, proxies)
  return { addressOf, identify: (c) => identify(c.req.raw, addressOf(c)) }
}

/**
 * Who asks. An order's key may come with the request (`Order-Key`); signing in is a later chapter, so until then everybody else is anonymous.
 */
export function actorOf(request: Request, address: string | null): Actor {
  return { ...anonymous, orderKey: request.headers.get('order-key'), address }
}
