import { z } from '@hono/zod-openapi'
import type { Resource } from '#core/resource.ts'
import type { Columns } from '#domain/columns.ts'
import type { ProblemCode } from '#domain/problem.ts'
import { addTable } from '#server/api/table-routes.ts'
import { type Api, exampleId, flagFilter, namedSchema, searchParameters } from '#server/declare.ts'

/** What the document says of an operation; `example` is a body. */
interface Said {
  summary?: string
  description?: string
}

interface Document {
  path: string
  tag: string
  /** Of its row in the document, and in the names of its operations: `Holiday`, `createHoliday`. */
  name: string
  /** What the document calls a row, where that is not what the audit log calls it. */
  noun?: string
  row: object
  /** The parameter of the path, where that is no id. */
  key?: z.ZodObject
  list: Said & { name: string; summary: string }
  /** One row, where visitors may ask for it. */
  get?: Said
  create: Said & { example: object }
  change: Said & { example: object }
  remove: Said
}

const itsId = z.object({ id: z.string().openapi({ description: 'Its id', example: exampleId }) })
/** Further problems of a write that may fetch a file from another site. */
export const fetching: ProblemCode[] = ['too_many', 'storage_full', 'storage_failed']

/** The operations of a noun (core/resource.ts). */
export function addResource<Of extends Columns, Key extends string, Shape extends z.ZodObject>(
  api: Api,
  resource: Resource<Of, Key, Shape>,
  { row, list, get, create, change, remove, ...document }: Document,
) {
  const { one, notFound, writes, pages, columns, shownBy } = resource.noun
  const flag = flagFilter.openapi({ description: 'What is off is there for admins alone' })
  const filters = (pages?.filters ?? []).map((name) => [name, name === shownBy ? flag : (resource.row.shape[name] as z.ZodType).optional()])
  const query = { ...(pages?.search && searchParameters(`In the ${pages.search}`)), ...Object.fromEntries(filters) }
  const a = /^[aeiou]/.test(one) ? `an ${one}` : `a ${one}`
  const problems = Object.values(columns).some(({ type }) => type === 'file') ? fetching : []
  addTable(api, {
    ...{ notFound, writes, noun: one, key: itsId, ...document },
    row: namedSchema(document.name, resource.row as z.ZodObject, row as never),
    list: { ...list, query, ...((pages ? { list: resource.list } : { all: resource.all }) as object) },
    ...(get && { get: { summary: `One ${one}`, ...get, verb: resource.get as never } }),
    create: { summary: `Add ${a}`, ...create, input: resource.input, verb: resource.create as never, problems },
    change: { summary: `Change ${a}`, ...change, input: resource.changes, verb: resource.change as never, problems },
    remove: { summary: `Delete ${a}`, ...remove, verb: resource.remove },
  })
}
