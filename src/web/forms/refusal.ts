import { data, isRouteErrorResponse } from 'react-router'
import { isProblem, type ProblemCode, problemBody, problemStatus } from '#domain/problem.ts'
import { authUrl } from '#web/addresses.ts'

/** A Problem as screens show it. */
export interface Refusal {
  code: ProblemCode
  title: string
  message: string
  /** Field name -> error message. */
  fields?: Record<string, string>
  facts?: Record<string, unknown>
  /** When to try again, if that is a minute or more away; ISO 8601, a whole minute. */
  retry_at?: string
}

/** The outcome of a request is unknown: the connection was `lost`, or the server was `busy` (502, 503, 504, or an unexpected error). */
export type Unsure = { unsure: 'lost' | 'busy' }

/** The response of an action whose verb refused. Errors that are not Problems are rethrown. */
export function refusalResponse(error: unknown) {
  if (!isProblem(error)) throw error
  const { retryAfter } = error.details
  const init = { status: problemStatus(error), headers: { 'Cache-Control': 'no-store', ...(retryAfter && { 'Retry-After': String(retryAfter) }) } }
  const answer: { refusal: Refusal } | Unsure =
    error.code === 'unavailable'
      ? { unsure: 'busy' }
      : { refusal: { ...problemBody(error).error, ...(retryAfter && retryAfter >= 60 && { retry_at: minuteAfter(retryAfter) }) } }
  return data(answer, init)
}

/** Rounded up, so that a retry at that minute is allowed. */
function minuteAfter(seconds: number): string {
  return new Date(Math.ceil((Date.now() + seconds * 1000) / 60_000) * 60_000).toISOString()
}

/** Longer than the server waits for M-Pesa; after it the response counts as lost. */
const deadlineMs = 45_000

/** Calls a server action and returns its result. Network and server errors are returned too, so that no form is replaced by an error page. */
export async function answerOf<T>(call: () => Promise<T>): Promise<T | { refusal: Refusal } | Unsure> {
  try {
    return await withDeadline(call(), deadlineMs)
  } catch (error) {
    // Redirects are rethrown, except one to sign-in: the session ended while the form was filled in, and the form must stay.
    if (error instanceof Response) {
      if (isSignInRedirect(error)) return { refusal: { ...sessionEnded } }
      throw error
    }
    if (!isRouteErrorResponse(error)) return { unsure: error instanceof TypeError || error instanceof DeadlineError ? 'lost' : 'busy' }
    const refusal = error.status < 500 && refusalIn(error.data)
    return refusal ? { refusal } : { unsure: 'busy' }
  }
}

export const sessionEnded: Refusal = {
  code: 'signed_out',
  title: 'Your session ended',
  message: 'What you wrote is still here. Sign in in another tab, then send it again.',
}

/** Whether the page must not be revalidated after this answer, because that would remove the form with what was typed. */
export function keepsForm(answer: unknown): boolean {
  const { unsure, refusal } = Object(answer) as { unsure?: unknown; refusal?: Refusal }
  return unsure !== undefined || refusal?.code === sessionEnded.code
}

function isSignInRedirect({ headers }: Response): boolean {
  return headers.get('Location')?.split('?')[0] === authUrl()
}

/** Resolves with the answer, or rejects with a DeadlineError after `milliseconds`. */
export async function withDeadline<T>(answer: Promise<T>, milliseconds: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DeadlineError()), milliseconds)
  })
  return Promise.race([answer, timeout]).finally(() => clearTimeout(timer))
}

class DeadlineError extends Error {}

/** A refusal in the shape of the HTTP API, as text. */
function refusalIn(text: unknown): Refusal | null {
  try {
    const { error } = JSON.parse(String(text)) as { error: Refusal }
    return typeof error.message === 'string' && typeof error.title === 'string' ? error : null
  } catch {
    return null
  }
}

/** The result of a form of any page. */
export type AnyOutcome = { intent: string; done: unknown }
/** A refusal. `typed` are the values for a page without scripts; never a password. */
export type RefusedForm<Name extends string = string> = { intent: Name; refusal: Refusal; typed: Record<string, string> }
export type AnswerTo<Of extends AnyOutcome> = Of | RefusedForm<Of['intent']> | Unsure | { refusal: Refusal }
