import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { z } from 'zod'

/** How the columns that are no column of the table are made. */
type Made<Shape extends z.ZodObject> = { [Name in keyof z.infer<Shape>]?: SQL }

/**
 * SQL: the select list of a row of this shape, each column of the table that is called `from` in the statement, or as `made` says. The rows are JSON as they come:
 * instants are ISO 8601, days text, amounts numbers. A list is sorted and paged by the columns themselves, which have the microseconds (`pageOfKeyed`).
 * The check of SQL calls these functions (docs/decisions/0030), so the shape is one that its file exports, or made of one.
 */
export function selectOf<Shape extends z.ZodObject>(shape: Shape, from: string, made: Made<Shape> = {}): SQL {
  return asText(joined(columnsOf(shape, from, made).map(([name, column]) => sql`${column} as ${sql.identifier(name)}`)))
}

/** SQL: such a row as one JSON object. */
export function jsonOf<Shape extends z.ZodObject>(shape: Shape, from: string, made: Made<Shape> = {}): SQL {
  return asText(sql`json_build_object(${joined(columnsOf(shape, from, made).map(([name, column]) => sql`${sql.raw(`'${name}'`)}, ${column}`))})`)
}

/** SQL: all of them in a JSON list, empty without any. */
export function jsonList(json: SQL, order: SQL): SQL {
  return sql`coalesce(json_agg(${json} order by ${order}), '[]')`
}

/** SQL: an instant in ISO 8601, to the millisecond. */
export function isoText(instant: SQL): SQL {
  return sql`to_char((${instant}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

export type Kind = 'instant' | 'day' | 'number' | undefined

/** SQL: a column as JSON has it. */
export function readAs(column: SQL, kind: Kind): SQL {
  if (kind === 'instant') return isoText(column)
  if (kind === 'day') return sql`(${column})::text`
  return kind === 'number' ? sql`(${column})::float8` : column
}

/** These columns of a row, and no others: a statement may select more than its reader may see. */
export function only<Row extends object, Name extends keyof Row>(row: Row, names: readonly Name[]): Pick<Row, Name> {
  const some = {} as Pick<Row, Name>
  for (const name of names) some[name] = row[name]
  return some
}

function columnsOf(shape: z.ZodObject, from: string, made: Record<string, SQL | undefined>): [string, SQL][] {
  const column = (name: string) => made[name] ?? sql`${sql.identifier(from)}.${sql.identifier(name)}`
  return Object.entries(shape.shape).map(([name, type]) => [name, readAs(column(name), kindOf(type))])
}

function kindOf({ _zod: { def } }: z.core.$ZodType): Kind {
  if ('innerType' in def) return kindOf(def.innerType as z.core.$ZodType)
  if (def.type === 'number') return 'number'
  const format = 'format' in def ? def.format : undefined
  return format === 'datetime' ? 'instant' : format === 'date' ? 'day' : undefined
}

const joined = (parts: SQL[]) => sql.join(parts, sql`, `)

/** One text without parameters is one piece for each statement that it stands in, which would be put together from a hundred. */
function asText(list: SQL): SQL {
  const { sql: text, params } = dialect.sqlToQuery(list)
  return params.length === 0 ? sql.raw(text) : list
}

const dialect = new PgDialect()

// What the columns of rows are made of. A row's shape is written once, beside its verb: the verb's type, the answer of the API and the props of pages come from it.

/** ISO 8601, to the millisecond. */
export const instant = z.iso.datetime()

export const ksh = z.number().meta({ description: 'KSh' })

/** One of the keys of a table of the domain. */
export function enumOf<Key extends string>(table: Record<Key, unknown>) {
  return z.enum(Object.keys(table) as Key[])
}
