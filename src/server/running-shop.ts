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
  /** Whether everybody may come in; otherwise a live shop is getting ready, and its panel alone answers. */
  readonly isOpen: boolean
  events: EventBus
  /** Reads the settings anew, at once; usually the database tells of a change. */
  reloadSettings(): Promise<void>
  log: Log
  close(): Promise<void>
}
