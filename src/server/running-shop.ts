import type { ShopFacts } from '#domain/shop.ts'
import type { Actor, Context, Log } from '#features/context.ts'
import type { EventBus } from '#server/event-bus.ts'

/** The running shop, as routes and jobs get it. */
export interface Shop {
  contextFor(actor?: Actor): Context
  callbackContext(): Context
  jobContext(): Context
  /** Where lists are read (db/replica.ts); null without a replica. */
  replica: { position(): Promise<string>; databaseFor(since?: string | null): Promise<Context['db']> } | null
  facts: ShopFacts
  events: EventBus
  log: Log
  close(): Promise<void>
}
