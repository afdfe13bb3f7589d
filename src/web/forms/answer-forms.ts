import { type DataStrategyResult, data, type MiddlewareFunction, type UNSAFE_DataWithResponseInit as WithInit } from 'react-router'
import { answerOf, keepsForm, type Refusal, type Unsure } from '#web/forms/refusal.ts'
import { layoutId } from '#web/shop-facts.ts'

/** By route; of an action one. */
type Results = Record<string, DataStrategyResult>

/**
 * Client middleware of a layout: whatever becomes of a form of its pages is an answer to that form, which no error page replaces. `onSend` may return what is
 * done with the answer.
 */
export function answerForms<Answer extends object>(
  onSend: (request: Request) => Promise<(answer: Answer | { refusal: Refusal } | Unsure) => void>,
): MiddlewareFunction<Results> {
  return async ({ request }, next) => {
    if (request.method === 'GET') return
    const onAnswer = await onSend(request)
    let results: Results = {}
    const answer = await answerOf(async () => {
      results = await next()
      return answerIn<Answer>(results)
    })
    onAnswer(answer)
    // Where nothing came in time, any route of the page takes the answer.
    const [id = layoutId] = Object.keys(results)
    return { [id]: { type: 'data', result: data(answer, { status: statusFor(answer, results[id]) }) } }
  }
}

/** What the action returned; throws what it threw. */
function answerIn<Answer>(results: Results): Answer {
  const [{ type, result } = { type: 'error', result: null }] = Object.values(results)
  const answer = isWithInit(result) ? result.data : result
  if (type === 'error') throw answer
  return answer as Answer
}

/**
 * The router loads the page again after a status below 400: so also after a conflict (409), for the form to show the current values. Not if the response did
 * not arrive or the session has ended, because that would replace the form and what was typed.
 */
function statusFor(answer: object, outcome: DataStrategyResult | undefined): number | undefined {
  if (keepsForm(answer)) return 503
  const status = isWithInit(outcome?.result) ? outcome.result.init?.status : undefined
  return status === 409 ? 200 : status
}

function isWithInit(result: unknown): result is WithInit<unknown> {
  return Object(result).type === 'DataWithResponseInit'
}
