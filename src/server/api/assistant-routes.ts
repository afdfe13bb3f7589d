import { createRoute, z } from '@hono/zod-openapi'
import { streamSSE } from 'hono/streaming'
import type { ChatEvent, ChatReply } from '#domain/assistant.ts'
import { chatLimits } from '#domain/assistant.ts'
import { callBody } from '#domain/problem.ts'
import { answerMessage } from '#features/chat/answer-message.ts'
import { chatInput, takeQuestion } from '#features/chat/question.ts'
import type { Log } from '#features/context.ts'
import { type Api, callRefusals, exampleId, jsonBody, jsonResponse, withBody } from '#server/declare.ts'
import { toProblem } from '#server/problems.ts'

const product = z
  .object({
    id: z.uuid(),
    name: z.string(),
    price: z.number().openapi({ description: 'KSh, after discount' }),
    original_price: z.number().nullable(),
    discount_percentage: z.int(),
    image_url: z.string().nullable(),
    sizes: z.array(z.string()).openapi({ description: 'EU labels in stock' }),
    is_available: z.boolean(),
    url: z.string(),
  })
  .openapi('ReplyProduct')

const reply = z
  .object({
    response: z.string().openapi({ description: 'Plain text' }),
    products: z.array(product).max(chatLimits.products),
    links: z.array(z.object({ label: z.string(), href: z.string() })).max(chatLimits.links),
    order: z
      .object({
        code: z.string(),
        status: z.string(),
        label: z.string(),
        next: z.string(),
        total: z.number(),
        lines: z.array(z.object({ name: z.string(), size: z.string(), quantity: z.int() })),
        refunds: z.array(z.object({ amount: z.number(), done_at: z.string().nullable(), receipt: z.string().nullable() })),
      })
      .optional(),
  })
  .openapi('ChatReply')

const ask = createRoute({
  method: 'post',
  path: '/functions/ai-chatbot',
  operationId: 'aiChatbot',
  tags: ['functions'],
  summary: 'Ask the assistant',
  description: `Answers from the shelf, the help pages and, with the order's key, the order. A message has at most ${chatLimits.message} characters; of \`history\` the last ${chatLimits.history} turns are read. Nothing of it is stored. With \`stream: true\` or \`Accept: text/event-stream\` the answer comes as server-sent events: \`text\` ({delta}), \`products\`, \`links\`, then \`done\` with the whole answer, or \`error\`.`,
  request: {
    body: jsonBody(
      chatInput.extend({
        message: chatInput.shape.message.openapi({ minLength: 1, maxLength: chatLimits.message }),
        product_id: chatInput.shape.product_id.openapi({ description: 'The product whose page the visitor is on' }),
        order_id: chatInput.shape.order_id.openapi({ description: 'The order whose page the visitor is on' }),
        order_key: chatInput.shape.order_key.openapi({ description: 'The key from its address' }),
        orders: chatInput.shape.orders.openapi({ description: 'The orders that this browser placed, newest first, each with its key' }),
        visitor: chatInput.shape.visitor.openapi({ description: 'A random name of the conversation, by which messages are counted' }),
      }),
      { message: 'Black loafers size 42 under 6000', product_id: exampleId },
    ),
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
      const answered = answerMessage(ctx, question, { say, signal: AbortSignal.any([gone, left.signal]) })
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
