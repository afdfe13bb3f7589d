import type { Hono } from 'hono'
import { z } from 'zod'
import type { Log } from '#features/context.ts'

/** The older form (`report-uri`) and the newer one (`report-to`), as browsers send them. */
const sentReports = z.union([
  z
    .object({ 'csp-report': z.object({ 'effective-directive': z.string().optional(), 'violated-directive': z.string(), 'blocked-uri': z.string() }) })
    .transform(({ 'csp-report': report }) => [
      { directive: report['effective-directive'] ?? report['violated-directive'], blocked: report['blocked-uri'] },
    ]),
  z
    .array(z.object({ body: z.object({ effectiveDirective: z.string(), blockedURL: z.string() }) }))
    .transform((reports) => reports.map(({ body }) => ({ directive: body.effectiveDirective, blocked: body.blockedURL }))),
])

const maxLines = 10
const minute = 60_000

/**
 * Receives browsers' reports of content security policy violations. Anybody can send anything here, so only the directive and the host are logged, at
 * most `maxLines` a minute. Unreadable reports get the same answer.
 */
export function reportRoute(app: Hono, log: Log, clock: () => number = Date.now) {
  let since = Number.NEGATIVE_INFINITY
  let lines = 0
  app.post('/csp-reports', async (c) => {
    for (const { directive, blocked } of readReports(await c.req.text())) {
      if (clock() - since >= minute) {
        since = clock()
        lines = 0
      }
      if (++lines > maxLines) break
      log.warn({ directive: wordOf(directive), blocked: hostOf(blocked) }, 'content security policy violation')
    }
    return c.body(null, 204)
  })
}

function readReports(text: string): z.output<typeof sentReports> {
  try {
    return sentReports.safeParse(JSON.parse(text)).data ?? []
  } catch {
    return []
  }
}

/** The host of the blocked URL, or the keyword in its place: `inline`, `eval`, `data`. */
function hostOf(blocked: string): string {
  if (!URL.canParse(blocked)) return wordOf(blocked)
  const { host, protocol } = new URL(blocked)
  return host.slice(0, 100) || wordOf(protocol.slice(0, -1))
}

function wordOf(text: string): string {
  return /^[a-z-]{1,40}(?= |$)/.exec(text)?.[0] ?? 'unknown'
}
