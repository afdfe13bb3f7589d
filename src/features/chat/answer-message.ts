import { type ChatEvent, type ChatReply, chatLimits } from '#domain/assistant.ts'
import type { Question } from '#features/chat/question.ts'
import { replyBySearch } from '#features/chat/reply-by-search.ts'
import type { Context } from '#features/context.ts'

/** Where the parts of an answer go while it is made; the whole of it is answered besides. */
export type Say = (event: ChatEvent) => void

/** Answers a message that was taken in (`takeQuestion`), while `signal` has not ended it. Nothing of it is written down anywhere. */
export async function answerMessage(ctx: Context, question: Question, { say }: { say: Say; signal: AbortSignal }): Promise<ChatReply> {
  const { response, products, links, order } = await replyBySearch(ctx, question)
  const reply: ChatReply = {
    response: response.slice(0, chatLimits.response),
    products: products.slice(0, chatLimits.products),
    links: links.slice(0, chatLimits.links),
    ...(order && { order }),
  }
  say({ event: 'text', data: { delta: reply.response } })
  return reply
}
