import { z } from '@hono/zod-openapi'
import type { ShopFacts } from '#domain/shop.ts'
import { type Api, createRoute, jsonResponse } from '#server/declare.ts'
import { docsPage } from '#server/docs-page.ts'
import { openApiDocument } from '#server/open-api.ts'
import { everybody, matrixOf } from '#server/permissions.ts'

const tags = ['document']

const document = createRoute({
  method: 'get',
  path: '/openapi.json',
  who: everybody,
  operationId: 'getOpenApiDocument',
  tags,
  summary: 'This description for programs: OpenAPI 3.1',
  responses: { 200: jsonResponse(z.object({}).loose(), 'The document') },
})

const docs = createRoute({
  method: 'get',
  path: '/docs',
  who: everybody,
  operationId: 'getDocumentation',
  tags,
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
