import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { Problem } from '#domain/problem.ts'
import { uploadLimits } from '#domain/storage.ts'

interface BodyRule {
  bytes: number
  /** From the first byte of the request to its last. */
  ms: number
  /** Whoever reads it counts as it comes in, and asks first who sends it. All others are in memory before anybody looks. */
  streamed?: true
}

const kilobytes = 1024
/** What a form has around its file. */
const wrapping = 64 * kilobytes
const upload: BodyRule = { bytes: uploadLimits.videoBytes + wrapping, ms: uploadLimits.videoMs, streamed: true }

/** How much may be sent where, and in what time (promises §5); the first row that fits. Uploads are routes of the storage, and forms of the admin panel that carry a file; its other forms carry long texts twice (web/admin/read-form.ts). */
const rules: { fits: (path: string, type: string) => boolean; rule: BodyRule }[] = [
  { fits: (path) => path.startsWith('/api/callbacks/') || path === '/csp-reports', rule: { bytes: 16 * kilobytes, ms: 30_000 } },
  // A message and the turns before it (docs/decisions/0019).
  { fits: (path) => path === '/api/functions/ai-chatbot', rule: { bytes: 16 * kilobytes, ms: 30_000 } },
  { fits: (path) => path === '/api/orders', rule: { bytes: 32 * kilobytes, ms: 30_000 } },
  { fits: (path) => path.startsWith('/api/storage/promotional-videos/'), rule: upload },
  { fits: (path) => path.startsWith('/api/storage/'), rule: { ...upload, bytes: uploadLimits.pictureBytes, ms: uploadLimits.pictureMs } },
  { fits: (path, type) => path.startsWith('/admin') && type.startsWith('multipart/form-data'), rule: upload },
  { fits: (path) => path.startsWith('/admin'), rule: { bytes: 256 * kilobytes, ms: 30_000, streamed: true } },
  { fits: () => true, rule: { bytes: 64 * kilobytes, ms: 30_000 } },
]
/** The longest of them. */
export const longestBodyMs = Math.max(...rules.map(({ rule }) => rule.ms))

export function bodyRuleOf(path: string, type: string): BodyRule {
  return (rules.find(({ fits }) => fits(path, type)) as (typeof rules)[number]).rule
}

/** Refuses bodies that are too large; Problem `too_large`. */
export const limitBodies: MiddlewareHandler = (c, next) => {
  // A read has no body, and looking for one costs as much as sending a kept page.
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
  const rule = bodyRuleOf(c.req.path, c.req.header('content-type') ?? '')
  if (!rule.streamed) return limited(rule.bytes)(c, next)
  if (Number(c.req.header('content-length') ?? 0) > rule.bytes) throw new Problem('too_large')
  return next()
}

const made = new Map<number, MiddlewareHandler>()
function limited(maxSize: number): MiddlewareHandler {
  const known = made.get(maxSize) ?? bodyLimit({ maxSize, onError: refuse })
  made.set(maxSize, known)
  return known
}

function refuse(): never {
  throw new Problem('too_large')
}
