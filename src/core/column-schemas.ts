import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { optionalWords, words } from '#core/input.ts'
import type { Database } from '#db/client.ts'
import type { Column, Columns, ValuesOf } from '#domain/columns.ts'
import { isAddressIn } from '#domain/storage.ts'
import { isLinkTarget, isWebAddress, linkTargetHint, storedLinkTarget } from '#domain/web-address.ts'

export type ShapeOf<Of extends Columns> = { [Name in keyof Of]: z.ZodType<ValuesOf<Of>[Name]> }

/** What may be written into each column, as the API's document describes it too. */
export function shapeOf<Of extends Columns>(columns: Of): ShapeOf<Of> {
  return mapped(columns, schemaOf) as ShapeOf<Of>
}

/** The columns of a new row: those with a value to begin with may be left out. */
export function newShapeOf<Of extends Columns>(columns: Of): ShapeOf<Of> {
  return mapped(columns, (column) => {
    const schema = schemaOf(column)
    if (column.filled !== undefined) return schema.optional().meta({ description: column.filled })
    return column.initial === undefined ? schema : schema.default(column.initial)
  }) as ShapeOf<Of>
}

function schemaOf(column: Column): z.ZodType {
  const schema = schemas[column.type](column)
  const described = Object.entries(column).filter(([name]) => name === 'description' || name === 'example')
  return described.length === 0 ? schema : schema.meta(Object.fromEntries(described))
}

/** Forms end lines as DOS did. */
const plainLines = (text: string) => text.replaceAll('\r\n', '\n')

const whole = ({ error, min = 0, max = Number.MAX_SAFE_INTEGER, tooLarge = error, isRuled, isOptional }: Column): z.ZodType => {
  if (!isRuled) return z.int(error).min(min, error).max(max, error)
  const limits = { minimum: min, maximum: max }
  if (!isOptional) return z.number(error).meta({ type: 'integer', ...limits })
  return z
    .number(error)
    .max(max, tooLarge)
    .nullable()
    .meta({ type: ['integer', 'null'], ...limits })
}

const schemas: Record<Column['type'], (column: Column) => z.ZodType> = {
  text: ({ error, max = 500, isOptional }) =>
    isOptional
      ? optionalWords(max)
          .transform((text) => plainLines(text) || null)
          .nullable()
          .meta({ type: ['string', 'null'] })
      : words(error, max),
  prose: ({ max = 500 }) => optionalWords(max).nullable(),
  link: ({ error }) => z.string(error).trim().min(1, error).refine(isLinkTarget, linkTargetHint).transform(storedLinkTarget),
  file: ({ error, bucket, isRuled }) => {
    const address = z.string('Enter an address, or null.').max(2000, 'This address is too long.')
    // What a row holds that may be a link or a file is a rule of the noun.
    if (!bucket || isRuled) return address.transform(storedLinkTarget).nullable()
    return address.refine((text) => isAddressIn(bucket, text) || isWebAddress(text), error).nullable()
  },
  ...{ number: whole, amount: whole, hour: whole },
  choice: ({ error, choices = {} }) => z.enum(Object.keys(choices), error),
  flag: ({ error }) => z.boolean(error),
  // PostgreSQL has no year 0.
  day: ({ error }) => z.iso.date(error).refine((day) => day >= '2000' && day < '2100', 'Enter a day between the years 2000 and 2099.'),
  reference: ({ error, isOptional }) => {
    const id = z.uuid(error).toLowerCase()
    return isOptional ? id.nullable() : id
  },
}

function mapped(columns: Columns, to: (column: Column) => z.ZodType): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, to(column)]))
}

/** What the verbs of a noun do with its columns that are files. */
export interface ColumnFiles {
  /** What was sent, with our own addresses in place of those at other sites; `before` reads the row that is changed. */
  fetch<Sent extends Record<string, unknown>>(ctx: Context, columns: Columns, sent: Sent, before?: () => Promise<object>): Promise<Sent>
  /** Refuses a row that shows a file which is not stored. */
  require(tx: Database, columns: Columns, row: Record<string, unknown>): Promise<void>
  /** What to do where the database finds a file gone while the row is written. */
  violations(columns: Columns): Record<string, Record<string, string>>
}
export const noFiles: ColumnFiles = { fetch: async (_ctx, _columns, sent) => sent, require: async () => {}, violations: () => ({}) }
