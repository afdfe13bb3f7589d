import type { Context } from '#core/context.ts'
import { chatLimits, failureText, pinMark } from '#domain/assistant.ts'
import { isKiswahili, ownTopics, topicsOf } from '#domain/chat-topics.ts'
import type { ChatReply, Reply } from '#features/assistant/chat-reply.ts'
import type { Question } from '#features/assistant/question.ts'
import { replyBySearch } from '#features/assistant/reply-by-search.ts'
import { replyWithModel } from '#features/assistant/reply-with-model.ts'
import { ModelFailure } from '#services/assistant/model.ts'

/** `say` gets the text of an answer in pieces while it is made; the whole answer overrides them. `signal` aborts when the visitor has left. */
export type Listener = { say: (delta: string) => void; signal: AbortSignal }

/**
 * Answers a message that `takeQuestion` accepted: by the model if the shop has one, and by search where the model fails. Questions about money paid
 * and about the state of an order or changes to it, and messages with a PIN, are answered only in the shop's own words. The conversation is not stored.
 */
export async function answerMessage(ctx: Context, question: Question, listener: Listener): Promise<ChatReply> {
  let reply: Reply | null = null
  let hasFailed = false
  try {
    const isOwn = question.tracked || question.message.includes(pinMark) || ownTopics.has(topicsOf(question.message)[0]?.topic)
    if (!isOwn) reply = await replyWithModel(ctx, question, listener)
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error
    if (ctx.services.assistant) ctx.log.info({ event: 'assistant answer', outcome: error.kind, code: error.code }, 'the shelves answer')
    // A paused model is not asked: the shop then answers as one without a model, and says what it does not know.
    hasFailed = error.kind !== 'resting'
  }
  const { response: said, products = [], links = [], order, found = true } = reply ?? (await replyBySearch(ctx, question))
  const isInEnglish = !reply && isKiswahili(question.message) && !question.history.some(({ text }) => text.includes(englishOnly))
  const answer = isInEnglish ? `${said}\n\n${englishOnly}` : said
  const response = (hasFailed && !found ? failureText(ctx.services.shop) : answer).slice(0, chatLimits.response)
  // After half of another answer this text would read as its end: in that case only the whole answer has it.
  if (!reply && !hasFailed) listener.say(response)
  return { response, products: products.slice(0, chatLimits.products), links: links.slice(0, chatLimits.links), ...(order && { order }) }
}

/** What search answers to Kiswahili, once in a conversation. */
const englishOnly = 'Samahani! I read some Kiswahili, but I can write only English so far.'
