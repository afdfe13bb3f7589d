import { z } from 'zod'
import { createSlots } from '#domain/slots.ts'
import { type Context, requireAdmin } from '#features/context.ts'
import { briefly } from '#features/monitoring/read-figures.ts'
import { statusLines } from '#features/monitoring/status-lines.ts'
import { statusStates } from '#features/monitoring/status-words.ts'

/** One part of the shop: how it is, in a sentence, and what to do about it. */
export const statusLine = z.object({
  name: z.string(),
  state: z.enum(statusStates),
  said: z.string(),
  todo: z.string().nullable(),
  /** It tells of the process that answers, or of its machine; all other lines tell of the whole shop. */
  of_process: z.boolean(),
})
export type StatusLine = z.infer<typeof statusLine>

/** Few at once, also for many admins: visitors need the connections. */
const slots = createSlots(3, 100)

/**
 * How the shop is, the worst first. Each line is read apart and has two seconds: where a part is down its line says so, and the others stand. Problems: signed_out,
 * forbidden.
 */
export async function getShopStatus(ctx: Context): Promise<StatusLine[]> {
  requireAdmin(ctx)
  const set = statusLines.filter(({ isSetUp }) => isSetUp?.(ctx.services) ?? true)
  const lines = await Promise.all(
    set.map(async ({ name, ofProcess = false, read }): Promise<StatusLine> => {
      const { said, rules = [] } = await slots
        .take(() => briefly(ctx, read))
        .catch((error): Awaited<ReturnType<typeof read>> => {
          ctx.log.warn({ line: name, error }, 'a line of the status could not be read')
          return { said: 'This could not be read in time.', rules: [[true, 'bad', 'Look again in a minute. If it stays, the log says why.']] }
        })
      const [, state, todo] = rules.find(([isSo]) => isSo) ?? [false, 'good' as const, null]
      return { name, state, said, todo, of_process: ofProcess }
    }),
  )
  return lines.sort((a, b) => statusStates.indexOf(a.state) - statusStates.indexOf(b.state))
}
