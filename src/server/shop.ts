import type { ShopFacts } from '#domain/shop.ts'
import type { Actor, Context, Log } from '#features/context.ts'
import type { News } from '#server/news.ts'

/** The open shop, as doors and jobs are given it. */
export interface Shop {
  contextFor(actor?: Actor): Context
  callbackContext(): Context
  jobContext(): Context
  facts: ShopFacts
  news: News
  log: Log
  close(): Promise<void>
}
