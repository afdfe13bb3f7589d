import { z } from '@hono/zod-openapi'
import { streamSSE } from 'hono/streaming'
import type { Log } from '#core/context.ts'
import { chatLimits } from '#domain/assistant.ts'
import { callBody } from '#domain/problem.ts'
import { answerMessage } from '#features/assistant/answer-message.ts'
import { type ChatEvent, type ChatReply, chatReply, replyProduct } from '#features/assistant/chat-reply.ts'
import { chatInput, takeQuestion } from '#features/assistant/question.ts'
import { type Api, callRefusals, createRoute, exampleId, jsonBody, jsonResponse, namedSchema, withBody } from '#server/declare.ts'
import { everybody } from '#server/permissions.ts'
import { toProblem } from '#server/problem-responses.ts'

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
