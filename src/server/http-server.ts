import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { serve } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { Problem } from '#domain/problem.ts'
import { uploadLimits } from '#domain/storage.ts'

type Fetch = Parameters<typeof serve>[0]['fetch']

export interface HttpServer {
  /** Binds the port first, so that two shops cannot both use it; until `open`, every request is answered by `opening`. Returns the port. */
  listen(port: number, host: string): Promise<number>
  open(fetch: Fetch): void
  /** Accepts no new connections, waits for requests in flight, and closes those that outlast the deadline. May be called twice. */
  close(): Promise<void>
}

const deadlineMs = 20_000
/**
 * Maximum concurrent connections of one process, and idle timeout of a socket. Event streams stay open because they send a heartbeat every 15 s.
 */
const bounds = {
  connections: 2_000,
  silentMs: 120_000,
  /** Milliseconds that the body of a request may take, by path and content type. */
  bodyMs: (path: string, type: string) => bodyRuleOf(path, type).ms,
}

/** Middleware in front of the shop: Vite's, in development. */
export type Front = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/** `opening` gets every request until `open` is called. */
export function createHttpServer(opening: Fetch, front?: Front, { connections, silentMs, bodyMs } = bounds): HttpServer {
  let handle = opening
  let server: Server | null = null
  return {
    listen: (port, host) =>
      new Promise((settle, fail) => {
        server = serve(
          {
            fetch: (request, env) => handle(request, env),
            port,
            hostname: host,
            ...(front && { createServer: fronted(front) }),
            // Limits of promises §5: slow senders are cut off; our keep-alive outlasts the proxy's.
            // Node's own interval is 30 s.
            serverOptions: {
              headersTimeout: 10_000,
              requestTimeout: longestBodyMs,
              connectionsCheckingInterval: 2_000,
              keepAliveTimeout: 65_000,
              maxHeaderSize: 16 * 1024,
            },
          },
          (address) => settle(address.port),
        ) as Server
        server.on('request', (request) => cutSlowBody(request, bodyMs))
        limitConnections(server, connections)
        server.timeout = silentMs
        server.once('error', fail)
      }),
    open: (fetch) => {
      handle = fetch
    },
    close: async () => {
      const closing = server
      server = null
      if (!closing) return
      const cut = setTimeout(() => closing.closeAllConnections(), deadlineMs)
      const idle = setInterval(() => closing.closeIdleConnections(), 100)
      await new Promise((settle) => closing.close(settle))
      clearTimeout(cut)
      clearInterval(idle)
    },
  }
}

/**
 * Closes a connection when there would be more than `max`: the one that has been without a request for the longest time, so that a client that opens many and sends
 * nothing cannot keep others out; the new one where all are busy.
 */
function limitConnections(server: Server, max: number) {
  const open = new Set<Socket>()
  /** Those without a request, in the order in which they began to be. */
  const idle = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    const [longest = socket] = idle
    idle.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      idle.delete(socket)
    })
    if (open.size <= max) return
    longest.destroy()
    // A destroyed socket closes later, and must make room for one only.
    open.delete(longest)
    idle.delete(longest)
  })
  server.on('request', ({ socket }, response) => {
    idle.delete(socket)
    response.once('close', () => {
      if (open.has(socket)) idle.add(socket)
    })
  })
}

/** Node has one timeout for all bodies, set to the longest; this applies the shorter ones (`rules`). */
function cutSlowBody(request: IncomingMessage, bodyMs: typeof bounds.bodyMs) {
  const { url = '/', headers } = request
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
  const late = setTimeout(
    () => {
      if (!request.complete) request.socket.destroy()
    },
    bodyMs(url.split('?')[0] as string, headers['content-type'] ?? ''),
  )
  request.once('end', () => clearTimeout(late))
  request.once('close', () => clearTimeout(late))
}

function fronted(front: Front): typeof createServer {
  const make = (options: object, listener: RequestListener) =>
    createServer(options, (request, response) => front(request, response, () => listener(request, response)))
  return make as typeof createServer
}

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

/** Maximum size and time of request bodies (promises §5); the first row that matches. Uploads are routes of the storage, and in the admin panel those of single files (web/admin/take-upload.ts) and forms with a file; its other forms send long texts twice (web/forms/run-action.ts). */
const rules: { fits: (path: string, type: string) => boolean; rule: BodyRule }[] = [
  { fits: (path) => path.startsWith('/api/callbacks/') || path === '/csp-reports', rule: { bytes: 16 * kilobytes, ms: 30_000 } },
  // A message and the conversation before it (docs/decisions/0019).
  { fits: (path) => path === '/api/functions/ai-chatbot', rule: { bytes: 16 * kilobytes, ms: 30_000 } },
  { fits: (path) => path === '/api/orders', rule: { bytes: 32 * kilobytes, ms: 30_000 } },
  { fits: (path) => path.startsWith('/api/storage/promotional-videos/'), rule: upload },
  { fits: (path) => path.startsWith('/api/storage/'), rule: { ...upload, bytes: uploadLimits.pictureBytes, ms: uploadLimits.pictureMs } },
  { fits: (path) => path === '/admin/upload' || /^\/admin\/products\/[^/]+\/pictures$/.test(path), rule: upload },
  { fits: (path, type) => path.startsWith('/admin') && /^multipart\/form-data/i.test(type), rule: upload },
  { fits: (path) => path.startsWith('/admin'), rule: { bytes: 256 * kilobytes, ms: 30_000, streamed: true } },
  { fits: () => true, rule: { bytes: 64 * kilobytes, ms: 30_000 } },
]
/** Milliseconds: the longest of all rules. */
export const longestBodyMs = Math.max(...rules.map(({ rule }) => rule.ms))

export function bodyRuleOf(path: string, type: string): BodyRule {
  return (rules.find(({ fits }) => fits(path, type)) as (typeof rules)[number]).rule
}

/** Refuses bodies that are too large. */
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
