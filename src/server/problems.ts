import type { ErrorHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { isProblem, Problem, problemBody, problemStatus } from '#domain/problem.ts'
import type { Log } from '#features/context.ts'
import { isPassingTrouble } from '#features/passing-trouble.ts'

/** Every refusal and every fault leaves the HTTP API in one shape (decisions, HTTP API). */
export function answerProblems(log: Log): ErrorHandler {
  return (error, c) => {
    const problem = toProblem(error)
    if (problem.code === 'internal') log.error({ error, path: withoutSecrets(c.req.path) }, 'request failed')
    const isCall = /^\/api\/(rpc|functions)\//.test(c.req.path)
    const body = isCall ? { success: false, error: problem.message, code: problem.code } : problemBody(problem)
    const headers = new Headers({ 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
    const { retryAfter } = problem.details
    if (retryAfter || problemStatus(problem) === 503) headers.set('Retry-After', String(retryAfter ?? 5))
    return new Response(JSON.stringify(body), { status: problemStatus(problem), headers })
  }
}

export function toProblem(error: unknown): Problem {
  if (isProblem(error)) return error
  // The reader of bodies throws these: no JSON, or not said to be.
  if (error instanceof HTTPException && error.status < 500) return new Problem(error.status === 415 ? 'wrong_type' : 'malformed')
  if (isPassingTrouble(error)) return new Problem('unavailable', { retryAfter: 5 })
  return new Problem('internal')
}

/** A callback's path carries a secret, which no log may hold. */
export function withoutSecrets(path: string): string {
  return path.replace(/^(\/api\/callbacks\/[^/]+\/[^/]+\/).*/, '$1…')
}
