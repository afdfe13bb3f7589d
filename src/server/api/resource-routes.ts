import type { z } from '@hono/zod-openapi'
import type { Columns } from '#domain/columns.ts'
import { pageOfWhole } from '#features/page-of.ts'
import type { Resource } from '#features/resource.ts'
import { addTable } from '#server/api/table-routes.ts'
import { type Api, namedSchema, wholePaging } from '#server/declare.ts'

interface Document {
  path: string
  tag: string
  /** Of its row in the document, and in the names of its operations: `Holiday`, `createHoliday`. */
  name: string
  row: object
  key: z.ZodObject
  /** The name of the list's operation and its summary. */
  list: [name: string, summary: string]
  /** Bodies of an example. */
  create: object
  change: object
  /** What a change and a deletion do. */
  changing: string
  removing: string
}

/** The operations of a noun (features/resource.ts) whose list is short enough to be answered as a whole. */
export function addResource<Of extends Columns, Key extends string>(api: Api, resource: Resource<Of, Key>, document: Document) {
  const { one, notFound } = resource.noun
  const { path, tag, name, key, list, changing, removing } = document
  addTable(api, {
    ...{ path, tag, name, key, notFound, noun: one },
    row: namedSchema(name, resource.row as z.ZodObject, document.row as never),
    list: { name: list[0], summary: list[1], query: wholePaging, verb: async (ctx, paging) => pageOfWhole(await resource.all(ctx), paging) },
    create: { summary: `Add a ${one}`, input: resource.input, example: document.create, verb: resource.create },
    change: { summary: `Change a ${one}`, description: changing, input: resource.changes, example: document.change, verb: resource.change },
    remove: { summary: `Delete a ${one}`, description: removing, verb: resource.remove },
  })
}
