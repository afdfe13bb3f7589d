import { type Actor, anonymous } from '#features/context.ts'

/**
 * Who asks. An order's key may come with the request (`Order-Key`); signing in is a later chapter, so until then everybody else is anonymous.
 */
export function actorOf(request: Request): Actor {
  return { ...anonymous, orderKey: request.headers.get('order-key') }
}
