import { z } from '@hono/zod-openapi'
import type { Columns } from '#domain/columns.ts'
import { pageOfWhole } from '#features/page-of.ts'
import type { Resource } from '#features/resource.ts'
import { addTable } from '#server/api/table-routes.ts'
import { type Api, exampleId, namedSchema, paging, wholePaging } from '#server/declare.ts'

interface Document {
  path: string
  tag: string
  /** Of its row in the document, and in the names of its operations: `Holiday`, `createHoliday`. */
  name: string
  row: object
  /** The parameter of the path, where that is no id. */
  key?: z.ZodObject
  /** The name of the list's operation and its summary. */
  list: [name: string, summary: string]
  /** Bodies of an example. */
  create: object
  change: object
  /** What a change and a deletion do. */
  changing: string
  removing: string
}

const itsId = z.object({ id: z.string().openapi({ description: 'Its id', example: exampleId }) })

/** The operations of a noun (features/resource.ts). */
export function addResource<Of extends Columns, Key extends string>(api: Api, resource: Resource<Of, Key>, document: Document) {
  const { one, notFound, writes, pages } = resource.noun
  const { path, tag, name, key = itsId, list, changing, removing } = document
  const filters = Object.fromEntries((pages?.filters ?? []).map((column) => [column, (resource.row.shape[column] as z.ZodType).optional()]))
  const whole: typeof resource.list = async (ctx, filter = {}) => pageOfWhole(await resource.all(ctx), filter)
  const listed = pages ? { query: { ...filters, ...paging }, verb: resource.list } : { query: wholePaging, verb: whole }
  const a = /^[aeiou]/.test(one) ? `an ${one}` : `a ${one}`
  addTable(api, {
    ...{ path, tag, name, key, notFound, writes, noun: one },
    row: namedSchema(name, resource.row as z.ZodObject, document.row as never),
    list: { name: list[0], summary: list[1], query: listed.query, verb: listed.verb as never },
    create: { summary: `Add ${a}`, input: resource.input, example: document.create, verb: resource.create },
    change: {
      summary: `Change ${a}`,
      description: changing,
      input: resource.changes,
      example: document.change,
      verb: resource.change,
    },
    remove: { summary: `Delete ${a}`, description: removing, verb: resource.remove },
  })
}
