import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from '#core/context.ts'
import type { Acting, Operation } from '#core/operation.ts'
import type { ActWords, Said } from '#domain/act.ts'
import type { Act } from '#web/admin/panel-requests.ts'

type Operations<Words> = {
  [Name in keyof Words]: Pick<Operation, 'input'> & { act: (ctx: Context, sent: unknown, formKey?: string) => Promise<AnswerOf<Words[Name]>> }
}
type AnswerOf<Words> = Words extends { done: (answer: infer Answer) => Said } ? Answer : unknown

/**
 * The forms of the panel for operations, with the message once they are done. In a form `id`, or the row's own name, names the row and `ids`, between commas or
 * spaces, several; an operation takes `ids` under this name or, as the id, under that of the row. What else it takes that no form can send as it is, such as a box
 * that is ticked, is made of the form's fields by `reads`. Server only.
 */
export function operationActs<Words extends Record<string, Pick<ActWords, 'done'>>>(
  one: string,
  words: Words,
  operations: Operations<Words>,
  reads: { [Name in keyof Words]?: (sent: Record<string, string>) => object } = {},
): Record<string, Act> {
  const actOf =
    (name: keyof Words & string): Act =>
    async (ctx, { [one]: row, id = row, ids, key, intent: _, ...sent }) => {
      const { input, act } = operations[name]
      const many = 'ids' in input.shape ? 'ids' : `${one}_ids`
      const rows = { ...(id !== undefined && { [`${one}_id`]: id }), ...(ids && { [many]: ids.split(/[ ,]/).filter(Boolean) }) }
      const answer = await act(ctx, { ...sent, ...reads[name]?.(sent), ...rows }, key)
      const { done } = words[name] as ActWords
      return typeof done === 'function' ? done(answer as never) : done
    }
  return Object.fromEntries(Object.keys(words).map((name) => [name, actOf(name)]))
}

/** A million orders take minutes, longer than an idle connection lives: after this time the page polls for the outcome. */
const waitMs = 20_000

/** The operation for a form: null where it is not done in time, and goes on. Server only. */
export function inTime<Answer>({ act, ...operation }: Acting<Answer>, failure: string): Acting<Answer | null> {
  return {
    ...operation,
    async act(ctx, sent) {
      const work = act(ctx, sent)
      const done = await Promise.race([work, pause(waitMs, null, { ref: false })])
      if (done === null) work.catch((error) => ctx.log.error({ error }, failure))
      return done
    },
  }
}
