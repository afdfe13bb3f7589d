import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { Problem } from '#domain/problem.ts'
import { uploadLimits } from '#domain/storage.ts'

interface BodyRule {
  bytes: number
  /** From the first byte of the request to its last. */
  ms: number
  /** The reader of the body counts its bytes as they arrive and authenticates first. All other bodies are read into memory before their route runs. */
  streamed?: true
}

const kilobytes = 1024
/** Bytes of a multipart form besides its file. */
const wrapping = 64 * kilobytes
const upload: BodyRule = { bytes: uploadLimits.videoBytes + wrapping, ms: uploadLimits.videoMs, streamed: true }

/** Maximum size and time of request bodies (promises §5); the first row that matches. Uploads are routes of the storage, and forms of the admin panel with a file; its other forms send long texts twice (web/forms/read-form.ts). */
const rules: { fits: (path: string, type: string) => boolean; rule: BodyRule }[] = [
  { fits: (path) => path.startsWith('/api/callbacks/') || path === '/csp-reports', rule: { bytes: 16 * kilobytes, ms: 30_000 } },
  // A message and the conversation before it (docs/decisions/0019).
  { fits: (path) => path === '/api/functions/ai-chatbot', rule: { bytes: 16 * kilobytes, ms: 30_000 } },
  { fits: (path) => path === '/api/orders', rule: { bytes: 32 * kilobytes, ms: 30_000 } },
  { fits: (path) => path.startsWith('/api/storage/promotional-videos/'), rule: upload },
  { fits: (path) => path.startsWith('/api/storage/'), rule: { ...upload, bytes: uploadLimits.pictureBytes, ms: uploadLimits.pictureMs } },
  { fits: (path, type) => path.startsWith('/admin') && type.startsWith('multipart/form-data'), rule: upload },
  { fits: (path) => path.startsWith('/admin'), rule: { bytes: 256 * kilobytes, ms: 30_000, streamed: true } },
  { fits: () => true, rule: { bytes: 64 * kilobytes, ms: 30_000 } },
]
/** Milliseconds: the longest of all rules. */
export const longestBodyMs = Math.max(...rules.map(({ rule }) => rule.ms))

export function bodyRuleOf(path: string, type: string): BodyRule {
  return (rules.find(({ fits }) => fits(path, type)) as (typeof rules)[number]).rule
}

/** Refuses bodies that are too large; */
export const limitBodies: MiddlewareHandler = (c, next) => {
  // GET and HEAD have no body, and the check would take as long as sending a cached page.
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
  const rule = bodyRuleOf(c.req.path, c.req.header('content-type') ?? '')
  const length = c.req.header('content-length')
  if (Number(length ?? 0) > rule.bytes) throw new Problem('too_large')
  // No body is longer than its content-length, so only one in chunks is counted: that makes a web stream of it, which costs more than the rest of the request.
  const hasLength = length !== undefined && c.req.header('transfer-encoding') === undefined
  return rule.streamed || hasLength ? next() : limited(rule.bytes)(c, next)
}

const limiters = new Map<number, MiddlewareHandler>()
function limited(maxSize: number): MiddlewareHandler {
  const limiter = limiters.get(maxSize) ?? bodyLimit({ maxSize, onError: refuse })
  limiters.set(maxSize, limiter)
  return limiter
}

function refuse(): never {
  throw new Problem('too_large')
}
