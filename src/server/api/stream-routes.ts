import { z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import { type Log, requirePermission, withOrderKey } from '#core/context.ts'
import { chatLimits } from '#domain/assistant.ts'
import { callBody, Problem } from '#domain/problem.ts'
import { answerMessage } from '#features/assistant/answer-message.ts'
import { type ChatEvent, type ChatReply, chatInput, chatReply, replyProduct, takeQuestion } from '#features/assistant/chat-reply.ts'
import { getOrder } from '#features/orders/get-order.ts'
import {
  type Api,
  callRefusals,
  createRoute,
  exampleId,
  jsonBody,
  jsonResponse,
  namedSchema,
  pathId,
  refusals,
  withBody,
} from '#server/api/declare.ts'
import { adminRefusals, everybody, holders, staff } from '#server/permissions.ts'
import { toProblem } from '#server/problem-responses.ts'
import type { EventBus } from '#server/running-shop.ts'

const reply = namedSchema('ChatReply', chatReply.extend({ products: z.array(namedSchema('ReplyProduct', replyProduct)).max(chatLimits.products) }))

const ask = createRoute({
  method: 'post',
  path: '/functions/ai-chatbot',
  who: everybody,
  operationId: 'aiChatbot',
  tags: ['functions'],
  summary: 'Ask the assistant',
  description: `Answers from the shelf, the help pages and, with the order's key, the order. A message has at most ${chatLimits.message} characters; of \`history\` the last ${chatLimits.history} turns are read. Nothing of it is stored. With \`stream: true\` or \`Accept: text/event-stream\` the answer comes as server-sent events: \`text\` ({delta}), \`products\`, \`links\`, then \`done\` with the whole answer, or \`error\`.`,
  request: {
    body: jsonBody(chatInput.extend({}), { message: 'Black loafers size 42 under 6000', product_id: exampleId }),
  },
  responses: {
    200: {
      ...jsonResponse(reply, 'The answer'),
      content: { ...jsonResponse(reply, '').content, 'text/event-stream': { schema: z.string() } },
    },
    ...callRefusals(...withBody, 'message_missing', 'message_too_long', 'too_many'),
  },
})

export function assistantRoutes(api: Api) {
  api.openapi(ask, async (c) => {
    const { ctx } = c.var
    const input = c.req.valid('json')
    // Refusals must be thrown before the stream begins, while the status can still be set.
    const question = await takeQuestion(ctx, input, c.req.header('user-agent') ?? '')
    // Stops the model when the client disconnects.
    const gone = c.req.raw.signal
    if (!input.stream && !c.req.header('accept')?.includes('text/event-stream')) {
      return c.json(await answerMessage(ctx, question, { say: () => {}, signal: gone }), 200)
    }
    c.header('X-Accel-Buffering', 'no')
    return streamSSE(c, async (stream) => {
      const left = new AbortController()
      stream.onAbort(() => left.abort())
      let sent: Promise<void> = Promise.resolve()
      const say = ({ event, data }: ChatEvent) => {
        sent = sent.then(() => stream.writeSSE({ event, data: JSON.stringify(data) }))
      }
      const answered = answerMessage(ctx, question, {
        say: (delta) => say({ event: 'text', data: { delta } }),
        signal: AbortSignal.any([gone, left.signal]),
      })
      for (const event of await answered.then(eventsOf, (error) => [toErrorEvent(error, ctx.log)])) say(event)
      await sent
    })
  })
}

function eventsOf(whole: ChatReply): ChatEvent[] {
  return [
    ...(whole.products.length > 0 ? [{ event: 'products' as const, data: { products: whole.products } }] : []),
    ...(whole.links.length > 0 ? [{ event: 'links' as const, data: { links: whole.links } }] : []),
    { event: 'done', data: whole },
  ]
}

function toErrorEvent(error: unknown, log: Log): ChatEvent {
  const problem = toProblem(error)
  if (problem.code === 'internal' && problem !== error) log.error({ error }, 'the assistant failed')
  return { event: 'error', data: callBody(problem) }
}

/** Maximum open streams of one order, or of one admin, in one process. A page without a stream polls. */
const maxOpen = 10
/** Merges events of a busy shop into at most one message a second for admins. */
const ordersRestMs = 1_000

const events = createRoute({
  method: 'get',
  path: '/orders/{id}/events',
  who: holders,
  operationId: 'streamOrderEvents',
  tags: ['orders'],
  summary: 'Hear when an order changes',
  description: 'A stream of server-sent events; each `message` means "look again" and carries nothing.',
  request: {
    params: pathId('order'),
    query: z.object({ key: z.string().max(100).optional().openapi({ description: 'The key of the order, for clients that can send no headers' }) }),
  },
  responses: {
    200: { description: 'The stream', content: { 'text/event-stream': { schema: z.string() } } },
    ...refusals('bad_input', 'order_not_found', 'too_many'),
  },
})

const allEvents = createRoute({
  method: 'get',
  path: '/order_events',
  who: staff('ship_orders'),
  operationId: 'streamAllOrderEvents',
  tags: ['orders'],
  summary: 'Hear when any order changes',
  description: 'A stream of server-sent events for admins; each `message` means "look again", comes at most once a second, and carries nothing.',
  responses: {
    200: { description: 'The stream', content: { 'text/event-stream': { schema: z.string() } } },
    ...refusals(...adminRefusals, 'too_many'),
  },
})

/**
 * Server-sent events for an order's page: each message means "reload" and has no content, so that it cannot leak anything. EventSource cannot send
 * headers, so the order's key is in the URL, as it is for the page itself.
 */
export function orderEventRoutes(api: Api) {
  const open = new Map<string, number>()
  const count = (id: string, change: 1 | -1) => {
    const left = (open.get(id) ?? 0) + change
    if (left > 0) open.set(id, left)
    else open.delete(id)
  }
  api.openapi(events, async (c) => {
    const { ctx, shop } = c.var
    const { id } = await getOrder(withOrderKey(ctx, c.req.valid('query').key ?? ctx.actor.orderKey), c.req.valid('param').id)
    c.header('X-Accel-Buffering', 'no')
    // A stream for HEAD would never be closed.
    if (c.req.method === 'HEAD') return c.body(null, 200)
    if ((open.get(id) ?? 0) >= maxOpen)
      throw new Problem('too_many', { detail: 'This order is open in too many places. Please close some', retryAfter: 60 })
    count(id, 1)
    return streamEvents(c, { events: shop.events, subject: `order ${id}`, onEnd: () => count(id, -1) })
  })
  api.openapi(allEvents, async (c) => {
    const { userId } = requirePermission(c.var.ctx, 'ship_orders')
    c.header('X-Accel-Buffering', 'no')
    if (c.req.method === 'HEAD') return c.body(null, 200)
    const admin = `admin ${userId}`
    if ((open.get(admin) ?? 0) >= maxOpen)
      throw new Problem('too_many', { detail: 'The panel is open in too many places. Please close some', retryAfter: 60 })
    count(admin, 1)
    return streamEvents(c, { events: c.var.shop.events, subject: 'orders', restMs: ordersRestMs, onEnd: () => count(admin, -1) })
  })
}

/** Interval of heartbeats on a silent stream, and lifetime of a stream before the browser reconnects. */
const heartbeatMs = 15_000
const lifetimeMs = 10 * 60_000

interface Streaming {
  events: EventBus
  /** The event bus subject that is forwarded. */
  subject: string
  /** Minimum milliseconds between two messages; events in between are merged into one. */
  restMs?: number
  onEnd: () => void
}

/** A stream of server-sent events; each message means "reload" and has no content, so that it cannot leak anything. */
function streamEvents(c: Context, { events, subject, restMs = 0, onEnd }: Streaming): Response {
  return streamSSE(c, async (stream) => {
    let wake = () => {}
    let changed = false
    const cleanups = [
      onEnd,
      events.subscribe(subject, () => {
        changed = true
        wake()
      }),
      events.subscribe('closing', () => {
        stream.abort()
        wake()
      }),
    ]
    /** Resolves when an event arrives or the time is over. */
    const sleep = async (milliseconds: number) => {
      let timer: NodeJS.Timeout | undefined
      await new Promise<void>((settle) => {
        wake = settle
        timer = setTimeout(settle, milliseconds)
      })
      clearTimeout(timer)
    }
    try {
      stream.onAbort(() => wake())
      await stream.writeSSE({ data: 'open', retry: 2_000 })
      for (const end = Date.now() + lifetimeMs; !stream.aborted && Date.now() < end; ) {
        if (!changed) await sleep(heartbeatMs)
        const isChanged = changed
        changed = false
        await stream.writeSSE(isChanged ? { data: 'changed' } : { event: 'alive', data: '' })
        // Events during the pause are sent after it.
        for (const rested = Date.now() + restMs; isChanged && !stream.aborted && Date.now() < rested; ) await sleep(rested - Date.now())
      }
    } finally {
      for (const cleanup of cleanups) cleanup()
    }
  })
}
