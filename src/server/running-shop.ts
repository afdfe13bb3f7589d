import type { Actor, Context, Log } from '#core/context.ts'
import type { ShopFacts } from '#domain/shop.ts'

/** The running shop, as routes and jobs get it. */
export interface Shop {
  contextFor(actor?: Actor): Context
  callbackContext(): Context
  jobContext(): Context
  /** Where lists are read (db/replica.ts); null without a replica. */
  replica: { position(): Promise<string>; databaseFor(since?: string | null): Promise<Context['db']> } | null
  facts: ShopFacts
  /** Whether everybody may come in; otherwise a live shop is getting ready, and its panel alone is open. */
  readonly isOpen: boolean
  events: EventBus
  /** Reads the settings again, at once; usually the database tells of a change. */
  reloadSettings(): Promise<void>
  log: Log
  close(): Promise<void>
}

/** The event bus of one process: the subjects `shelf` (with a key of web/public-page.ts, or none for all pages), `orders`, `order <id>` and `closing`. Every process listens to PostgreSQL's notifications itself. */
export interface EventBus {
  publish(subject: string, detail?: string): void
  /** Returns the function that unsubscribes. */
  subscribe(subject: string, listener: (detail: string) => void): () => void
}

export function createEventBus(): EventBus {
  const listeners = new Map<string, Set<(detail: string) => void>>()
  return {
    publish: (subject, detail = '') => {
      for (const listener of listeners.get(subject) ?? []) listener(detail)
    },
    subscribe: (subject, listener) => {
      const those = listeners.get(subject) ?? new Set()
      listeners.set(subject, those.add(listener))
      return () => {
        those.delete(listener)
        if (those.size === 0) listeners.delete(subject)
      }
    },
  }
}
