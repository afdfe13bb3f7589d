import type { DataStrategyResult, MiddlewareFunction } from 'react-router'
import { moreHash } from '#web/lists/load-more.tsx'

/** Client middleware of a page with a list, or of a layout: where more of a list does not load, `useLoadMore` says so and the list stays as it is. */
export const keepLists: MiddlewareFunction<Record<string, DataStrategyResult>> = async ({ url }, next) => {
  const results = await next()
  if (url.hash !== moreHash) return
  for (const [id, { type }] of Object.entries(results)) if (type === 'error') results[id] = { type: 'data', result: { list: null } }
}
