import type { z } from 'zod'
import { type Context, requirePermission } from '#core/context.ts'
import { parseInput } from '#core/input.ts'
import type { ProblemCode } from '#domain/problem.ts'
import type { UseCase } from '#domain/roles.ts'

/** Something that staff can do: who may, what it takes, and the work. Its words in the panel stand in a table of acts (domain/act.ts). */
interface Declaration<Input extends z.ZodObject, Answer> extends Partial<Documented> {
  may: UseCase
  input: Input
  run: (ctx: Context, input: z.output<Input>, formKey?: string) => Promise<Answer>
}

/** Its call of the API, as the document describes it; what only the panel does has none. */
interface Documented {
  /** Method and path under `/api`, such as `POST /functions/pause-affiliate`; `{affiliate_id}` in it is the field that the path says. */
  call: `${'POST' | 'PATCH' | 'DELETE'} /${string}`
  /** Of a call that is no function or procedure: its name in the document, and its tag where that is not the first part of the path. */
  name: string
  tag: string
  summary: string
  description: string
  /** A body; without one the call takes none. */
  example: object
  /** It takes an `Idempotency-Key`. */
  isOnce: true
  /** What is answered (a function says `success` besides), and how that is described. */
  output: z.ZodRawShape | z.ZodObject
  said: string
  /** Besides those of every call for staff. */
  problems: ProblemCode[]
}

export type Operation = Partial<Documented> & {
  may: UseCase
  input: z.ZodObject
  act: (ctx: Context, sent: unknown, formKey?: string) => Promise<unknown>
}

/** The id of a row in examples of the document. */
export const exampleId = '3f9a21c8-6d0e-4b7a-9c55-0d1f2e3a4b5c'

/** `act` asks for the permission, reads what was sent and does it. Problems: those of the permission, bad_input, and of `run`. */
export function operation<Input extends z.ZodObject, Answer>(declared: Declaration<Input, Answer>) {
  const { may, input, run } = declared
  return { ...declared, act: permitted(may, (ctx, sent: unknown, formKey?: string) => run(ctx, parseInput(input, sent), formKey)) }
}

/** What a form needs of an operation. */
export type Acting<Answer> = Pick<Operation, 'may' | 'input'> & { act: (ctx: Context, sent: unknown, formKey?: string) => Promise<Answer> }

/** The same for a form that stands for these fields, such as one of two buttons; it has no call of its own. */
export function withFields<Answer>({ may, input, act }: Acting<Answer>, fields: object): Acting<Answer> {
  return { may, input, act: (ctx, sent, formKey) => act(ctx, { ...(sent as object), ...fields }, formKey) }
}

/** A verb that this use case opens: it refuses everybody else before it looks at what was sent. `may` says which one to those who list verbs. */
export function permitted<Sent extends unknown[], Answer>(may: UseCase, verb: (ctx: Context, ...sent: Sent) => Promise<Answer>) {
  const asked = async (ctx: Context, ...sent: Sent): Promise<Answer> => {
    requirePermission(ctx, may)
    return verb(ctx, ...sent)
  }
  return Object.assign(asked, { may })
}
