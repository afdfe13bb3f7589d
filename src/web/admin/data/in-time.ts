import { setTimeout as pause } from 'node:timers/promises'
import type { Acting } from '#core/operation.ts'

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
