import { z } from 'zod'

// What the columns of rows are made of. A row's shape is written once, beside its verb: the verb's type, the answer of the API and the props of pages come from it.

/** ISO 8601, to the millisecond. */
export const instant = z.iso.datetime()

export const ksh = z.number().meta({ description: 'KSh' })

/** One of the keys of a table of the domain. */
export function enumOf<Key extends string>(table: Record<Key, unknown>) {
  return z.enum(Object.keys(table) as Key[])
}
