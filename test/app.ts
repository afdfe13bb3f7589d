import type { Services } from '#core/context.ts'
import type { DemoAccess } from '#domain/loopback.ts'
import type { ShopFacts } from '#domain/shop.ts'
import { createApp } from '#server/app.ts'
import type { Site } from '#server/pages/render-page.ts'
import { createEventBus, type Shop } from '#server/running-shop.ts'
import { identifyBy } from '#server/visitors.ts'
import { outboxPages } from '../demo/outbox-pages.ts'
import { contextOn, shopFacts } from './checkout.ts'
import { useDatabase } from './database.ts'
import { identifyIn } from './people.ts'
import { scriptedMpesa } from './scripted-mpesa.ts'

export interface Asked {
  status: number
  headers: Headers
  /** Parsed, where it is JSON; otherwise the text. */
  // biome-ignore lint/suspicious/noExplicitAny: tests say what they expect of it
  body: any
}

/** The whole app in process on the test's own database, with a scripted M-Pesa. Rendered pages only with a `site`. */
export function useApp({
  facts = shopFacts,
  assistant,
  services,
  demoAccess = 'local',
  metricsToken = null,
  isWalk,
  template,
  site = () => Promise.reject(new Error('there are no pages here')),
}: {
  facts?: ShopFacts
  assistant?: () => Services['assistant']
  /** Replaces some of the given services; called at every request. */
  services?: (given: Services) => Partial<Services>
  demoAccess?: DemoAccess
  metricsToken?: string | null
  /** See `useDatabase`. */
  isWalk?: boolean
  template?: () => string
  site?: () => Promise<Site>
} = {}) {
  const database = useDatabase({ isWalk, template })
  const mpesa = scriptedMpesa()
  const events = createEventBus()
  let app: ReturnType<typeof createApp> | undefined

  /** Built on first use, when the database exists. */
  const open = () => {
    if (app) return app
    const { log, logged } = contextOn(database)
    const contextFor: Shop['contextFor'] = (actor) => {
      const ctx = contextOn(database, { mpesa, ...(actor && { actor }), ...(assistant && { assistant: assistant() }) })
      return { ...ctx, log, services: { ...ctx.services, ...services?.(ctx.services) } }
    }
    const shop: Shop = {
      contextFor,
      callbackContext: () => contextFor(),
      jobContext: () => contextFor(),
      replica: null,
      facts,
      isOpen: true,
      events,
      reloadSettings: async () => {},
      log,
      close: async () => {},
    }
    use.logged = logged
    app = createApp(shop, { mode: 'demo', publicUrl: null, trustedProxies: 0, metrics: { token: metricsToken, port: null } }, site, {
      identify: identifyIn(identifyBy(shop)),
      demoPages: (app) => outboxPages(app, shop, demoAccess),
    })
    return app
  }
  /** `from` is the address of the socket: this machine, unless the test says another. */
  const fetch = (method: string, path: string, init: RequestInit = {}, from = '127.0.0.1'): Promise<Response> =>
    Promise.resolve(
      open().fetch(new Request(`http://localhost${path}`, { method, ...init, headers: { host: 'localhost', ...init.headers } }), {
        incoming: { socket: { remoteAddress: from } },
      }),
    )

  const use = {
    database,
    mpesa,
    events,
    /** What was logged, in order. */
    logged: [] as ReturnType<typeof contextOn>['logged'],
    /** Hono's own list of what it answers to. */
    routes: () => open().routes,
    fetch,
    /** Sends a request, with `body` as JSON. */
    ask: async (method: string, path: string, { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {}): Promise<Asked> => {
      const sent = body === undefined ? {} : { body: JSON.stringify(body) }
      const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
      const response = await fetch(method, path, { ...sent, headers: { ...type, ...headers } })
      const isJson = response.headers.get('content-type')?.startsWith('application/json')
      return { status: response.status, headers: response.headers, body: isJson ? await response.json() : await response.text() }
    },
  }
  return use
}
