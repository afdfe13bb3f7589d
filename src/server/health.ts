import type { Hono, Context as HonoContext } from 'hono'
import { isReady } from '#features/is-ready.ts'
import type { Shop } from '#server/running-shop.ts'

const patience = 1_000

/**
 * For the machines around the shop, who ask by whatever name or number they know it: `/healthz`, the process lives; `/readyz`, its database
 * answers within a second and has room to write. Neither tells more.
 */
export function healthRoutes(app: Hono, shop: Pick<Shop, 'contextFor'>) {
  // One question at a time, however many ask: a database that is slow to answer is not asked more.
  let asking: Promise<boolean> | null = null
  const answers = () => {
    asking ??= isReady(shop.contextFor()).finally(() => {
      asking = null
    })
    return asking
  }
  app.get('/healthz', (c) => say(c, true))
  app.get('/readyz', async (c) => say(c, await inTime(answers())))
}

function say(c: HonoContext, well: boolean): Response {
  c.header('Cache-Control', 'no-store')
  return well ? c.text('ok') : c.text('not ready', 503)
}

function inTime(answer: Promise<boolean>): Promise<boolean> {
  return new Promise((settle) => {
    const late = setTimeout(settle, patience, false)
    answer.then((well) => {
      clearTimeout(late)
      settle(well)
    })
  })
}
