import type { Context as HonoContext } from 'hono'
import { type Actor, anonymous, type Context } from '#core/context.ts'
import { readCookie } from '#core/cookie.ts'
import type { Shop } from '#server/running-shop.ts'

/** Lists of the panel that a replica may answer. Commissions, payouts, refunds and all that is a page of one thing are read where they are written. */
const panelLists = /^\/admin\/(products|orders|customers|users|figures|audit)(\.data)?$/

const isSecure = ({ facts }: Pick<Shop, 'facts'>) => facts.origin.startsWith('https://')
/** Where the log ended when this browser last wrote: its next list shows that. */
const cookieName = (shop: Pick<Shop, 'facts'>) => `${isSecure(shop) ? '__Host-' : ''}viatu-written`

/** The context of a page that the replica may answer: a public page, or a list of the panel. Of all others, and without a replica, the usual one. */
export async function contextForPage(shop: Shop, c: HonoContext, url: URL, actor: Actor): Promise<Context> {
  const ctx = shop.contextFor(actor)
  const isList = c.req.method === 'GET' && panelLists.test(url.pathname) && !['refunds', 'review'].includes(url.searchParams.get('view') ?? '')
  if (!shop.replica || !isList) return ctx
  return { ...ctx, db: await shop.replica.databaseFor(readCookie(c.req.header('cookie') ?? null, cookieName(shop))) }
}

/** The same for a public page, which is rendered for everybody. */
export async function contextForEverybody(shop: Shop): Promise<Context> {
  const ctx = shop.contextFor(anonymous)
  return shop.replica ? { ...ctx, db: await shop.replica.databaseFor() } : ctx
}

/** After a request that may have written. A browser without cookies has no lists of its own. */
export async function rememberWrite(shop: Pick<Shop, 'replica' | 'log' | 'facts'>, c: HonoContext): Promise<void> {
  const { replica, log } = shop
  if (!replica || !c.req.header('cookie')) return
  const written = await replica.position().catch((error) => {
    log.warn({ error }, 'lists of this browser are read from the primary')
    return 'unknown'
  })
  const secure = isSecure(shop) ? '; Secure' : ''
  c.header('Set-Cookie', `${cookieName(shop)}=${written}; Path=/; Max-Age=3600; HttpOnly${secure}; SameSite=Lax`, { append: true })
}
