import { type ChatEvent, type ChatReply, chatLimits, failureText } from '#domain/assistant.ts'
import { isAboutMoneyBack, topicsOf } from '#domain/chat-topics.ts'
import type { Question } from '#features/chat/question.ts'
import { replyBySearch } from '#features/chat/reply-by-search.ts'
import { replyWithModel } from '#features/chat/reply-with-model.ts'
import type { Context } from '#features/context.ts'
import { ModelFailure } from '#services/assistant/model.ts'

export interface Listener {
  /** Where the parts of an answer go while it is made; the whole of it is answered besides, and stands above them. */
  say: (event: ChatEvent) => void
  /** Ends when the visitor has left. */
  signal: AbortSignal
}

/**
 * Answers a message that was taken in (`takeQuestion`), by the model if the shop has one, and from the shelves where that fails. What was paid and goes back
 * is told in the shop's own words alone. The conversation is not stored.
 */
export async function answerMessage(ctx: Context, question: Question, listener: Listener): Promise<ChatReply> {
  if (ctx.services.assistant === null || isAboutMoneyBack(topicsOf(question.message))) return searched(ctx, question, listener)
  try {
    return await replyWithModel(ctx, question, listener)
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error
    ctx.log.info({ event: 'assistant answer', outcome: error.kind, code: error.code }, 'the shelves answer')
    // One that rests was not asked: then a shop without a model answers, honest about what it does not know.
    return searched(ctx, question, listener, error.kind !== 'resting')
  }
}

async function searched(ctx: Context, question: Question, { say }: Listener, hasFailed = false): Promise<ChatReply> {
  const { found, response, products, links, order } = await replyBySearch(ctx, question)
  const reply: ChatReply = {
    response: (hasFailed && !found ? failureText(ctx.services.shop) : response).slice(0, chatLimits.response),
    products: products.slice(0, chatLimits.products),
    links: links.slice(0, chatLimits.links),
    ...(order && { order }),
  }
  // Behind half of another answer it would read as its end: there the whole answer says it.
  if (!hasFailed) say({ event: 'text', data: { delta: reply.response } })
  return reply
}
