import { z } from 'zod'
import { inputWords } from '#core/input-words.ts'
import { violates } from '#db/errors.ts'
import { foldText } from '#domain/plain-text.ts'
import { Problem } from '#domain/problem.ts'

// For rules without a message of their own: zod's default messages are for programmers, and no visitor gets them.
z.config({ customError: inputWords })

/** Reads the input of a request. Problem `bad_input` names every field and what to do about it. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, sent: unknown): z.output<Schema> {
  const result = schema.safeParse(sent)
  if (result.success) return result.data
  throw badInput(result.error)
}

export function badInput(error: z.ZodError): Problem {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) fields[issue.path.join('.') || 'body'] ??= issue.message
  return new Problem('bad_input', { fields })
}

/** Runs a write; where this constraint of the database refuses it, `fields` say what to do. */
export async function refusingViolation<Answer>(constraint: string, fields: Record<string, string>, write: () => Promise<Answer>): Promise<Answer> {
  try {
    return await write()
  } catch (error) {
    throw violates(error, constraint) ? new Problem('bad_input', { fields }) : error
  }
}

/** Text that people write, of at most `max` characters; `missing` says what to write when there is none, `short` when there are not `min` characters. */
export function words(missing: string, max: number, { min, short } = { min: 1, short: missing }) {
  return z.string({ error: missing }).overwrite(foldText).trim().min(1, missing).min(min, short).max(max, `Please keep this under ${max} characters.`)
}

/** Text that may be empty. */
export function optionalWords(max: number) {
  return z.string('Enter a text.').overwrite(foldText).trim().max(max, `Please keep this under ${max} characters.`)
}

/** A field that forms send empty where it is left out. */
export const emptyable = <Schema extends z.ZodType>(schema: Schema) => z.preprocess((given) => (given === '' ? undefined : given), schema.optional())

/** KSh as a client worked them out, floating point and all: only ever compared. */
export const statedShillings = z.number('Enter an amount in KSh.').min(0, 'Enter an amount in KSh.').max(10_000_000, 'This amount is too large.')

/** KSh as the API sends and takes them, to the cent. */
export const shillings = statedShillings.refine((amount) => Number(amount.toFixed(2)) === amount, 'Enter at most 2 decimals.')
