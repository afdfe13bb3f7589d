import { chatLimits, failureText } from '#domain/assistant.ts'
import { ownTopics, topicsOf } from '#domain/chat-topics.ts'
import type { ChatEvent, ChatReply } from '#features/chat/chat-reply.ts'
import type { Question } from '#features/chat/question.ts'
import { replyBySearch } from '#features/chat/reply-by-search.ts'
import { replyWithModel } from '#features/chat/reply-with-model.ts'
import type { Context } from '#features/context.ts'
import { ModelFailure } from '#services/assistant/model.ts'

export interface Listener {
  /** Gets the parts of an answer while it is made; the whole answer is returned as well, and overrides them. */
  say: (event: ChatEvent) => void
  /** Aborts when the visitor has left. */
  signal: AbortSignal
}

/**
 * Answers a message that `takeQuestion` accepted: by the model if the shop has one, and by search where the model fails. Questions about money paid
 * and about the state of an order or changes to it are answered only in the shop's own words. The conversation is not stored.
 */
export async function answerMessage(ctx: Context, question: Question, listener: Listener): Promise<ChatReply> {
  const [topic] = topicsOf(question.message)
  if (ctx.services.assistant === null || ownTopics.has(topic)) return searched(ctx, question, listener)
  try {
    return await replyWithModel(ctx, question, listener)
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error
    ctx.log.info({ event: 'assistant answer', outcome: error.kind, code: error.code }, 'the shelves answer')
    // A paused model is not asked: the shop then answers as one without a model, and says what it does not know.
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
  // After half of another answer this text would read as its end: in that case only the whole answer has it.
  if (!hasFailed) say({ event: 'text', data: { delta: reply.response } })
  return reply
}
