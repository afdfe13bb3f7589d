import type { z } from 'zod'

type Issue = Parameters<z.core.$ZodErrorMap>[0]

/** What to do about a value that a rule without words of its own refuses. */
export function inputWords(issue: Issue): string {
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
