import type { Context } from '#core/context.ts'
import { tryConsume } from '#core/rate-limit.ts'
import { isProblem } from '#domain/problem.ts'
import type { Listener } from '#features/assistant/answer-message.ts'
import { settleBudget, takeBudget, tokensPerAnswer } from '#features/assistant/budget.ts'
import type { Reply } from '#features/assistant/chat-reply.ts'
import { modelInstructions } from '#features/assistant/model-instructions.ts'
import type { Question, Visitor } from '#features/assistant/question.ts'
import { createSentenceFilter } from '#features/assistant/sentence-filter.ts'
import { offerTools, runTool, type ToolAnswer } from '#features/assistant/tools.ts'
import { ModelFailure, type Said, type ToolCall, type Turn } from '#services/assistant/model.ts'

/** The limits of one answer. */
const limits = { turns: 4, calls: 6, totalMs: 30_000, maxFactLength: 8000 }

/**
 * Answers with the model of the settings, which can only read, with the shop's tools (decision 19). Throws ModelFailure when it
 * does not answer, today's budget is spent, or a sentence has an amount that no tool gave: then the shop answers by search (`replyBySearch`).
 */
export async function replyWithModel(ctx: Context, question: Question, { say, signal }: Listener): Promise<Reply> {
  const { assistant, shop } = ctx.services
  if (assistant === null) throw new ModelFailure('resting', 'no model')
  if (!(await tryConsume(ctx, { chat_model_address: ctx.actor.address }))) throw new ModelFailure('resting', 'network')
  const day = await takeBudget(ctx, { tokens: tokensPerAnswer, daily: assistant.dailyTokens })
  if (day === null) throw new ModelFailure('resting', 'spent')

  const asked = [question.message, ...question.history.flatMap(({ role, text }) => (role === 'user' ? [text] : []))]
  const offers = await offerTools(ctx)
  const filter = createSentenceFilter(shop, asked, say)
  const said: Said[] = [{ by: 'visitor', text: asData(question) }]
  const answers: ToolAnswer[] = []
  const ends = AbortSignal.any([signal, AbortSignal.timeout(limits.totalMs)])
  let used = 0

  /** One turn of the model, to its end or until the answer is full. It costs what the model reports, or else a guess, and nothing where the model never answered. */
  const hearTurn = async (mayCall: boolean): Promise<ToolCall[]> => {
    const turn: Turn = { instructions: modelInstructions(shop), said, tools: offers, mayCall }
    // About four letters make a token; the guess is rather too high than too low.
    const guess = Math.ceil(JSON.stringify(turn).length / 3)
    used += guess
    const calls: ToolCall[] = []
    let text = ''
    try {
      for await (const event of assistant.model.answer(turn, ends)) {
        if (event.event === 'call') calls.push(event.call)
        if (event.event === 'end' && event.tokens !== null) used += event.tokens - guess
        if (event.event !== 'text') continue
        text += event.text
        filter.read(event.text)
        if (filter.isFull()) break
      }
    } catch (error) {
      const { kind, code } = error instanceof ModelFailure ? error : { kind: 'gone', code: '' }
      if (text === '' && (kind === 'refused' || kind === 'resting' || (kind === 'broken' && code !== 'nonsense'))) used -= guess
      throw error
    }
    if (text !== '') filter.read('\n')
    said.push({ by: 'assistant', text, calls })
    return calls
  }

  try {
    for (let turn = 1; turn <= limits.turns && !filter.isFull(); turn++) {
      const mayCall = turn < limits.turns && answers.length < limits.calls
      const calls = await hearTurn(mayCall)
      if (calls.length === 0 || !mayCall) break
      for (const call of calls) {
        const answer = answers.length < limits.calls ? await lookUp(ctx, call, question.visitor) : noMore
        const { links, ...facts } = answer
        filter.allow(facts)
        answers.push(answer)
        said.push({ by: 'tool', callId: call.id, tool: call.tool, facts: JSON.stringify(facts).slice(0, limits.maxFactLength) })
      }
    }
    const response = filter.end()
    if (response === '') throw new ModelFailure('broken', 'said nothing')
    return { response, ...shown(answers, response) }
  } finally {
    await settleBudget(ctx, day, used - tokensPerAnswer)
  }
}

/** An error in a call goes back to the model as a fact: the model may correct the call, and nothing else happens. */
function lookUp(ctx: Context, { tool, input }: ToolCall, visitor: Visitor): Promise<ToolAnswer> {
  return runTool(ctx, tool, input, visitor).catch((error) => {
    if (!isProblem(error)) throw error
    return { error: error.message }
  })
}
const noMore: ToolAnswer = { error: 'There are no more look-ups. Answer with what you have.' }

/** What the visitor's side says, as data: an earlier answer comes from the browser too, and must not speak with the assistant's own voice. */
function asData({ message, history, visitor }: Question): string {
  return JSON.stringify({
    earlier: history.map(({ role, text }) => ({ by: role === 'user' ? 'visitor' : 'assistant, as the browser remembers it', text })),
    message,
    is_on_a_product_page: visitor.productId !== null,
    holds_an_order: visitor.order !== null || visitor.kept.length > 0,
  })
}

/** Cards and buttons come only from tools. Of many products, the answer shows those that its text mentions. */
function shown(answers: ToolAnswer[], response: string): Omit<Reply, 'response'> {
  const products = [...new Map(answers.flatMap((answer) => answer.products ?? []).map((product) => [product.id, product])).values()]
  const named = products.filter(({ name }) => response.toLowerCase().includes(name.toLowerCase()))
  const links = new Map(answers.flatMap((answer) => answer.links ?? []).map((link) => [link.href, link]))
  return { products: named.length > 0 ? named : products, links: [...links.values()], order: answers.find(({ order }) => order)?.order }
}
