import { readFileSync } from 'node:fs'
import { z } from '@hono/zod-openapi'
import type { ShopFacts } from '#domain/shop.ts'
import { type Api, createRoute, jsonResponse } from '#server/api/declare.ts'
import { docsPage } from '#server/api/docs-page.ts'
import { type Caller, everybody, type Matrix, matrixOf, type Permission, permissionsIn } from '#server/permissions.ts'

export type Document = ReturnType<Api['getOpenAPI31Document']>

const tags = [
  { name: 'products', description: 'The shelf. Prices are KSh numbers; what a pair costs is `unit_price`.' },
  { name: 'product_images', description: 'The pictures of products.' },
  { name: 'categories', description: 'The menu.' },
  { name: 'auth', description: 'Accounts and sessions. A session is an httpOnly cookie, and its token a bearer for programs.' },
  { name: 'profiles', description: 'People. One’s own, and whose an affiliate code is.' },
  { name: 'orders', description: 'Placing an order, following it, and moving it.' },
  { name: 'deliveries', description: 'Who brings the orders that were shipped.' },
  { name: 'order_items', description: 'The lines of orders, as sold.' },
  { name: 'affiliate_clicks', description: 'Who came by the links of affiliates.' },
  { name: 'affiliate_commissions', description: 'What affiliates earn of the orders they bring: 10 % from the start.' },
  { name: 'affiliate_payouts', description: 'What affiliates are paid. The wallet behind it is derived, never stored.' },
  { name: 'commission_deductions', description: 'Which payout paid which commission, and what was taken back.' },
  { name: 'affiliate_debts', description: 'What deleted accounts of affiliates owe.' },
  {
    name: 'procedures',
    description: 'Calls on the wallet. They refuse with `{ success: false, error, code }`, and `fields` where some need another look.',
  },
  {
    name: 'functions',
    description: 'Calls that do something. They refuse with `{ success: false, error, code }`, and `fields` where some need another look.',
  },
  { name: 'refunds', description: 'Money that has to go back.' },
  { name: 'promotional_content', description: 'Texts, pictures and videos of the home page. Visitors see what is on.' },
  { name: 'ads', description: 'Ads of the home page, and what they lead to.' },
  { name: 'help_sections', description: 'What the help page says, as Markdown; admins write it.' },
  { name: 'customers', description: 'Everybody who ordered, by phone; for admins.' },
  { name: 'delivery', description: 'Where orders go, by which options, for which fee, in how many working days.' },
  { name: 'storage', description: 'Pictures and videos. A file is known by its bytes, not by its name.' },
  { name: 'settings', description: 'What an owner sets in the panel: name, contacts, senders and rules. Never a password or a key.' },
  { name: 'mpesa_account', description: 'The account that takes the shop’s money; owners change it.' },
  { name: 'shop_status', description: 'How each part of the shop is, and what to do about it.' },
  { name: 'data_snapshots', description: 'What a reset cleared, for as long as it is kept.' },
  { name: 'callbacks', description: 'What M-Pesa calls.' },
  { name: 'document', description: 'This description.' },
]

/** The documentation's introduction, as Markdown. */
const introduction = readFileSync(new URL('./api-introduction.md', import.meta.url), 'utf8')

/** The OpenAPI document, generated from the routes' declarations and the permission matrix. */
function openApiDocument(api: Api, permissions: Matrix, shop: ShopFacts): Document {
  const document = api.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: `${shop.name} HTTP API`,
      version: '1.0.0',
      description: introduction.replaceAll('{origin}', shop.origin),
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: [{ url: shop.origin }],
    tags,
  })
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const method of ['get', 'post', 'patch', 'delete'] as const) {
      const operation = item[method]
      if (operation) operation.security = securityOf(permissionsIn(permissions, `${method.toUpperCase()} ${path}`))
    }
  }
  document.components = {
    ...document.components,
    securitySchemes: {
      orderKey: {
        type: 'apiKey',
        in: 'header',
        name: 'Order-Key',
        description: 'The `key` that placing the order answered. It opens that order and nothing else.',
      },
      signedIn: { type: 'http', scheme: 'bearer', description: 'A session. Whose it is decides what may be seen.' },
    },
  }
  return document
}

/** The OpenAPI security requirements of a route; an empty one means that no credentials are needed. */
function securityOf(rows: { permission: Permission }[]): Record<string, string[]>[] {
  const may = (caller: Caller) => rows.some(({ permission }) => permission[caller] === 'yes')
  if (may('anonymous')) return [{}]
  return may('key') ? [{ orderKey: [] }, { signedIn: [] }] : [{ signedIn: [] }]
}

const document = createRoute({
  method: 'get',
  path: '/openapi.json',
  who: everybody,
  operationId: 'getOpenApiDocument',
  tags: ['document'],
  summary: 'This description for programs: OpenAPI 3.1',
  responses: { 200: jsonResponse(z.object({}).loose(), 'The document') },
})

const docs = createRoute({
  method: 'get',
  path: '/docs',
  who: everybody,
  operationId: 'getDocumentation',
  tags: ['document'],
  summary: 'This description for people',
  responses: { 200: { description: 'A page', content: { 'text/html': { schema: z.string() } } } },
})

export function documentRoutes(api: Api) {
  // Generated on the first request, when all routes are declared; afterwards only the shop's name changes in it.
  let made: ReturnType<typeof describe> | undefined
  const describe = (facts: ShopFacts) => {
    const permissions = matrixOf(api)
    const document = openApiDocument(api, permissions, facts)
    return { name: facts.name, document, page: docsPage(document, permissions, facts) }
  }
  const current = ({ facts }: { facts: ShopFacts }) => {
    if (made?.name !== facts.name) made = describe(facts)
    return made
  }
  api.openapi(document, (c) => {
    return c.json(current(c.var.shop).document as never, 200)
  })
  api.openapi(docs, (c) => {
    const { page } = current(c.var.shop)
    c.header('Content-Security-Policy', page.policy)
    return c.html(page.html, 200)
  })
}
