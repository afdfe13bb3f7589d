import type { z } from 'zod'
import { Problem } from '#domain/problem.ts'

/** Reads what somebody sent. Problem `bad_input` names every field and what to do about it. */
export function read<Schema extends z.ZodType>(schema: Schema, sent: unknown): z.output<Schema> {
  const result = schema.safeParse(sent)
  if (result.success) return result.data
  const fields: Record<string, string> = {}
  for (const issue of result.error.issues) fields[issue.path.join('.') || 'body'] ??= issue.message
  throw new Problem('bad_input', { fields })
}
