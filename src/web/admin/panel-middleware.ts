import { type DataStrategyResult, data, type UNSAFE_DataWithResponseInit as WithInit } from 'react-router'
import { dismissTopic } from '#ui/kit/toast-store.ts'
import type { AdminAnswer } from '#web/admin/action-toast.ts'
import { showAnswer, topicOfRequest } from '#web/admin/admin-toasts.ts'
import { answerOf, keepsForm } from '#web/forms/refusal.ts'
import { moreHash } from '#web/lists/load-more.tsx'
import { panelId } from '#web/shop-facts.ts'
import type { Route } from './+types/admin-layout.ts'

type Args = Parameters<Route.ClientMiddlewareFunction>[0]
type Next = Parameters<Route.ClientMiddlewareFunction>[1]
/** By route; of an action one, with its status. */
type Results = Record<string, DataStrategyResult>

/** Around each request of a page of the panel in the browser. */
export const panelMiddleware = [answerForms, keepLists]

/**
 * Shows what a form brought about as a toast, a refusal as 'Error' with its message (spec §8, Admin actions). A failure too is an answer to the form, which no
 * error page may replace.
 */
async function answerForms({ request }: Args, next: Next): Promise<Results | undefined> {
  if (request.method === 'GET') return
  const topic = await topicOfRequest(request)
  dismissTopic(topic)
  let results: Results = {}
  const answer = await answerOf(async () => {
    results = await next()
    return answerIn(results)
  })
  showAnswer(answer, topic)
  const [id = panelId] = Object.keys(results)
  return { [id]: { type: 'data', result: data(answer, { status: statusFor(answer, results[id]) }) } }
}

/** What the action returned; throws what it threw. */
function answerIn(results: Results): AdminAnswer {
  const [{ type, result } = { type: 'error', result: null }] = Object.values(results)
  const answer = isWithInit(result) ? result.data : result
  if (type === 'error') throw answer
  return answer as AdminAnswer
}

/**
 * The router loads the page again after a status below 400: so also after a conflict (409), for the form to show the current values. Not if the response did
 * not arrive or the session has ended, because that would replace the form and what was typed.
 */
function statusFor(answer: AdminAnswer, outcome: DataStrategyResult | undefined): number | undefined {
  if (keepsForm(answer)) return 503
  const status = isWithInit(outcome?.result) ? outcome.result.init?.status : undefined
  return status === 409 ? 200 : status
}

function isWithInit(result: unknown): result is WithInit<unknown> {
  return Object(result).type === 'DataWithResponseInit'
}

/** A list of which more did not load stays as it is (lists/load-more.tsx). */
async function keepLists({ url }: Args, next: Next): Promise<void> {
  const results = await next()
  if (url.hash !== moreHash) return
  for (const [id, { type }] of Object.entries(results)) if (type === 'error') results[id] = { type: 'data', result: { list: null } }
}
