import { z } from '@hono/zod-openapi'
import { changeHelp, getHelpRow, helpChanges, helpRow, listHelpRows } from '#features/help/help-texts.ts'
import { pageOfWhole } from '#features/page-of.ts'
import {
  type Api,
  adminRefusals,
  createRoute,
  exampleId,
  jsonBody,
  jsonResponse,
  namedSchema,
  pagesOf,
  pathId,
  refusals,
  wholePaging,
  withBody,
} from '#server/declare.ts'
import { everybody, staff } from '#server/permissions.ts'

const tags = ['help_sections']
const example = {
  id: exampleId,
  slug: 'shipping',
  title: 'Shipping and returns',
  body: '### Where do you deliver?\n\nIn Nairobi and to towns all over Kenya.',
  position: 2,
  updated_at: '2026-11-20T21:00:00.000Z',
}

const section = namedSchema('HelpSection', helpRow, example)

const list = createRoute({
  method: 'get',
  path: '/help_sections',
  who: everybody,
  operationId: 'listHelpSections',
  tags,
  summary: 'The sections of the help page, in its order',
  request: { query: z.strictObject(wholePaging) },
  responses: pagesOf(section),
})

const get = createRoute({
  method: 'get',
  path: '/help_sections/{id}',
  who: everybody,
  operationId: 'getHelpSection',
  tags,
  summary: 'One section of the help page',
  request: { params: pathId('section') },
  responses: { 200: jsonResponse(section, 'The section'), ...refusals('help_not_found') },
})

const change = createRoute({
  method: 'patch',
  path: '/help_sections/{id}',
  who: staff('write_content'),
  operationId: 'updateHelpSection',
  tags,
  summary: 'Write a section of the help page anew',
  description: 'Only what is named changes. A version that somebody has saved meanwhile is not written over: the refusal carries it as `facts`.',
  request: { params: pathId('section'), body: jsonBody(helpChanges, { title: example.title, body: example.body, updated_at: example.updated_at }) },
  responses: {
    200: jsonResponse(section, 'The section as it is now'),
    ...refusals(...withBody, ...adminRefusals, 'help_not_found', 'help_changed'),
  },
})

export function helpRoutes(api: Api) {
  api.openapi(list, async (c) => c.json(pageOfWhole(await listHelpRows(c.var.ctx), c.req.valid('query')), 200))
  api.openapi(get, async (c) => c.json(await getHelpRow(c.var.ctx, c.req.valid('param').id), 200))
  api.openapi(change, async (c) => c.json(await changeHelp(c.var.ctx, c.req.valid('param').id, c.req.valid('json')), 200))
}
