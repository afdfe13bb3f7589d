import { type Actor, anonymous } from '#features/context.ts'

/** Finds out who asks; once, for whatever door the request goes to. */
export type Identify = (request: Request) => Actor | Promise<Actor>

/**
 * Who asks. An order's key may come with the request (`Order-Key`); signing in is a later chapter, so until then everybody else is anonymous.
 */
export function actorOf(request: Request): Actor {
  return { ...anonymous, orderKey: request.headers.get('order-key') }
}
