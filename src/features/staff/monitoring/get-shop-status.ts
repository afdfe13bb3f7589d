import { z } from 'zod'
import { type Context, requirePermission } from '#core/context.ts'
import { createSlots } from '#domain/slots.ts'
import type { Monitor } from '#features/staff/monitoring/monitor.ts'
import { briefly } from '#features/staff/monitoring/read-figures.ts'
import { statusStates } from '#features/staff/monitoring/service-lines.ts'
import { statusLines } from '#features/staff/monitoring/status-lines.ts'

/** One part of the shop: how it is, in a sentence, and what to do about it. */
export const statusLine = z.object({
  name: z.string(),
  state: z.enum(statusStates),
  said: z.string(),
  todo: z.string().nullable(),
  /** It tells of the process that answers, or of its machine; all other lines tell of the whole shop. */
  of_process: z.boolean(),
})
/** `technical`: what only a technician reads. */
export type StatusLine = z.infer<typeof statusLine> & { technical?: string }

/** What each process read last, and when it began (milliseconds of performance.now). */
const lastReads = new WeakMap<Monitor, { at: number; lines: Promise<StatusLine[]> }>()

/** Few at once, also for many admins: visitors need the connections. */
const slots = createSlots(3, 100)

/**
 * How the shop is, the worst first. Each line is read apart and has two seconds: where a part is down its line says so, and the others stand. What was read
 * less than `maxAgeMs` ago is answered again.
 */
export async function getShopStatus(ctx: Context, maxAgeMs = 1_000): Promise<StatusLine[]> {
  requirePermission(ctx, 'see_status')
  const { monitor } = ctx.services
  const last = lastReads.get(monitor)
  if (last && last.at > performance.now() - maxAgeMs) return last.lines
  const lines = readLines(ctx)
  lastReads.set(monitor, { at: performance.now(), lines })
  return lines
}

/** How many parts are not well, as of half a minute ago at most. */
export async function countTroubles(ctx: Context, maxAgeMs = 30_000): Promise<number> {
  return (await getShopStatus(ctx, maxAgeMs)).filter(({ state }) => state !== 'good').length
}

async function readLines(ctx: Context): Promise<StatusLine[]> {
  const set = statusLines.filter(({ isSetUp }) => isSetUp?.(ctx.services) ?? true)
  const lines = await Promise.all(
    set.map(async ({ name, ofProcess = false, read }): Promise<StatusLine> => {
      const {
        said,
        technical,
        rules = [],
      } = await slots
        .take(() => briefly(ctx, read))
        .catch((error): Awaited<ReturnType<typeof read>> => {
          ctx.log.warn({ line: name, error }, 'a line of the status could not be read')
          return { said: 'This could not be read in time.', rules: [[true, 'bad', 'Look again in a minute. If it stays, the log says why.']] }
        })
      const [, state, todo] = rules.find(([isSo]) => isSo) ?? [false, 'good' as const, null]
      return { name, state, said, technical, todo, of_process: ofProcess }
    }),
  )
  return lines.sort((a, b) => statusStates.indexOf(a.state) - statusStates.indexOf(b.state))
}
