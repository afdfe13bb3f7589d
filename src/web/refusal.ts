import { data, isRouteErrorResponse } from 'react-router'
import { isProblem, type ProblemCode, problemBody, problemStatus } from '#domain/problem.ts'
import { authUrl } from '#web/addresses.ts'

/** What a screen needs to know of a Problem. */
export interface Refusal {
  code: ProblemCode
  title: string
  message: string
  /** Field name -> what to do about it. */
  fields?: Record<string, string>
  facts?: Record<string, unknown>
  /** From when a repetition makes sense, where that is not in a moment; ISO 8601, a whole minute. */
  retry_at?: string
}

/** Nobody knows whether it was carried out: the connection was `lost`, or the shop was `busy` (502, 503, 504, or a fault of ours). */
export type Unsure = { unsure: 'lost' | 'busy' }

/** The answer of an action whose verb refused. What is no refusal is thrown on. */
export function refused(error: unknown) {
  if (!isProblem(error)) throw error
  const { retryAfter } = error.details
  const init = { status: problemStatus(error), headers: { 'Cache-Control': 'no-store', ...(retryAfter && { 'Retry-After': String(retryAfter) }) } }
  const answer: { refusal: Refusal } | Unsure =
    error.code === 'unavailable'
      ? { unsure: 'busy' }
      : { refusal: { ...problemBody(error).error, ...(retryAfter && retryAfter >= 60 && { retry_at: minuteAfter(retryAfter) }) } }
  return data(answer, init)
}

/** Rounded up, so that who comes at that minute is let in. */
function minuteAfter(seconds: number): string {
  return new Date(Math.ceil((Date.now() + seconds * 1000) / 60_000) * 60_000).toISOString()
}

/** Longer than M-Pesa may take to answer the shop; past it the answer counts as lost. */
const deadlineMs = 45_000

/** What the server's action answered; a fault on the way is an answer too, so that no form is ever replaced by an error page. */
export async function answerOf<T>(call: () => Promise<T>): Promise<T | { refusal: Refusal } | Unsure> {
  try {
    return await withDeadline(call(), deadlineMs)
  } catch (error) {
    // A redirect is carried out, not answered; but not away from a form whose session ended while it was filled in.
    if (error instanceof Response) {
      if (leadsToSignIn(error)) return { refusal: { ...sessionEnded } }
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

/** An answer after which asking for the page again would take the form away, with what was typed. */
export function keepsForm(answer: unknown): boolean {
  const { unsure, refusal } = Object(answer) as { unsure?: unknown; refusal?: Refusal }
  return unsure !== undefined || refusal?.code === sessionEnded.code
}

function leadsToSignIn({ headers }: Response): boolean {
  return headers.get('Location')?.split('?')[0] === authUrl()
}

/** Rejects with a DeadlineError when the answer takes longer. */
export async function withDeadline<T>(answer: Promise<T>, milliseconds: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new DeadlineError()), milliseconds)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

class DeadlineError extends Error {}

/** The server's other routes refuse in the HTTP API's shape, as text. */
function refusalIn(text: unknown): Refusal | null {
  try {
    const { error } = JSON.parse(String(text)) as { error: Refusal }
    return typeof error.message === 'string' && typeof error.title === 'string' ? error : null
  } catch {
    return null
  }
}
