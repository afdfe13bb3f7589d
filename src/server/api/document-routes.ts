import { createRoute, z } from '@hono/zod-openapi'
import { type Api, jsonResponse } from '#server/declare.ts'
import { docsPage } from '#server/docs-page.ts'
import { openApiDocument } from '#server/open-api.ts'
import type { Shop } from '#server/running-shop.ts'

const tags = ['document']

const document = createRoute({
  method: 'get',
  path: '/openapi.json',
  operationId: 'getOpenApiDocument',
  tags,
  summary: 'This description for programs: OpenAPI 3.1',
  responses: { 200: jsonResponse(z.object({}).loose(), 'The document') },
})

const docs = createRoute({
  method: 'get',
  path: '/docs',
  operationId: 'getDocumentation',
  tags,
  summary: 'This description for people',
  responses: { 200: { description: 'A page', content: { 'text/html': { schema: z.string() } } } },
})

export function documentRoutes(api: Api, shop: Shop) {
  // Generated on the first request, when all routes are declared; afterwards only the shop's name changes in it.
  let made: ReturnType<typeof describe> | undefined
  const describe = () => {
    const document = openApiDocument(api, shop.facts)
    return { name: shop.facts.name, document, page: docsPage(document, shop.facts) }
  }
  const current = () => {
    if (made?.name !== shop.facts.name) made = describe()
    return made
  }
  api.openapi(document, (c) => {
    return c.json(current().document as never, 200)
  })
  api.openapi(docs, (c) => {
    const { page } = current()
    c.header('Content-Security-Policy', page.policy)
    return c.html(page.html, 200)
  })
}
