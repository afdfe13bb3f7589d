import { z } from 'zod'
import { violates } from '#db/errors.ts'
import { readCode } from '#domain/account.ts'
import { deliveryFields, isFullName } from '#domain/checkout-fields.ts'
import { readEmail } from '#domain/mail.ts'
import { normalisePhone, phoneHint } from '#domain/phone.ts'
import { foldText } from '#domain/plain-text.ts'
import { Problem } from '#domain/problem.ts'

type Issue = Parameters<z.core.$ZodErrorMap>[0]

/** What to do about a value that a rule without words of its own refuses. */
function inputWords(issue: Issue): string {
  if (issue.code === 'invalid_type' || issue.code === 'invalid_format') return table[issue.code](issue as never)
  return Object.hasOwn(table, issue.code) ? table[issue.code as keyof typeof table](issue as never) : anything
}

const anything = 'Write this in another way.'
const types: Record<string, string> = {
  string: 'Enter a text.',
  number: 'Enter a number.',
  int: 'Enter a whole number.',
  boolean: 'Write true or false.',
  array: 'Send a list.',
  object: 'Send the fields of a form.',
  date: 'Enter a date.',
}
const formats: Record<string, string> = {
  email: 'Enter the e-mail as name@example.com.',
  uuid: "We don't know this id. Copy it again.",
  url: 'Enter a web address, such as https://example.com.',
  datetime: 'Enter a date and time, such as 2026-11-21T09:30:00Z.',
  date: 'Enter a date, such as 2026-11-21.',
}
const characters = (count: unknown) => `${count} ${Number(count) === 1 ? 'character' : 'characters'}`

const table = {
  invalid_type: ({ input, expected }: { input: unknown; expected: string }) =>
    input === undefined || input === null ? 'Please fill this in.' : (types[expected] ?? anything),
  invalid_format: ({ format }: { format: string }) => formats[format] ?? anything,
  too_big: ({ origin, maximum }: { origin: string; maximum: unknown }) =>
    origin === 'string'
      ? `Please keep this under ${characters(maximum)}.`
      : origin === 'array'
        ? `Send at most ${maximum}.`
        : `Enter ${maximum} or less.`,
  too_small: ({ origin, minimum }: { origin: string; minimum: unknown }) =>
    origin === 'string'
      ? Number(minimum) === 1
        ? 'Please fill this in.'
        : `Enter at least ${characters(minimum)}.`
      : origin === 'array'
        ? `Send at least ${minimum}.`
        : `Enter ${minimum} or more.`,
  not_multiple_of: ({ divisor }: { divisor: unknown }) => `Enter a multiple of ${divisor}.`,
  invalid_value: ({ values }: { values: unknown[] }) => `Choose one of these: ${values.join(', ')}.`,
  unrecognized_keys: ({ keys }: { keys: string[] }) => `Leave out ${keys.slice(0, 3).join(', ')}.`,
  // Of several ways to write something, the last is the usual one.
  invalid_union: ({ errors }: { errors: { message: string }[][] }) => errors.at(-1)?.[0]?.message ?? anything,
}

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

/** An e-mail address in the case in which it was typed. */
export const emailAddress = z
  .string('Enter your e-mail.')
  .overwrite(readEmail)
  .min(1, 'Enter your e-mail.')
  .max(254, 'Enter an e-mail of at most 254 characters.')
  .check(z.email({ error: 'Enter the e-mail as name@example.com.', abort: true }))

/** Addresses are compared in lower case. */
export const emailInput = emailAddress.toLowerCase()

/** A Kenyan mobile number, however it is written; `missing` and `hint` say what to write. */
export const phoneNumber = (missing: string, hint: string = phoneHint) =>
  z
    .string(missing)
    .trim()
    .min(1, missing)
    .max(deliveryFields.customer_phone.max, hint)
    .transform((text, issue) => {
      const number = normalisePhone(text)
      if (number) return number
      issue.addIssue({ code: 'custom', message: hint })
      return z.NEVER
    })

export const phoneInput = phoneNumber('Enter your phone number.')

/** Where the link of an e-mail leads on to (spec §7 Auth). */
export const redirectInput = z.string('Enter an address of the shop.').max(500, 'This address is too long.').nullish().meta({
  description: 'Honoured for addresses of the shop; any other is passed over and the letter leads to its own page',
  example: '/reset-password',
})

const { customer_name } = deliveryFields
export const nameInput = words(customer_name.missing, customer_name.max)
  .refine(isFullName, customer_name.short)
  .refine((name) => !name.includes('\n'), 'Enter your name on one line.')

export const addressInput = optionalWords(500)

/** A password as a visitor types it to sign in. Whether it is a good one is checked only when it is new (domain/account.ts). */
export const passwordInput = z.string('Enter your password.').min(1, 'Enter your password.').max(512, 'Enter a shorter password.')

const codeHint = 'Enter the 6 digits of your app, or one of your codes on paper.'
export const codeInput = z.string('Enter the code.').trim().min(1, 'Enter the code.').max(40, codeHint).transform(readCode)
