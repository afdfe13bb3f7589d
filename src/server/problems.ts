import type { ErrorHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { callBody, isProblem, Problem, problemBody, problemStatus } from '#domain/problem.ts'
import type { ShopFacts } from '#domain/shop.ts'
import type { Log } from '#features/context.ts'
import { isStorageFull, isTransientFailure } from '#features/retry-transient.ts'
import { problemPage, wantsPage } from '#server/problem-page.ts'

/** The error handler: refusals and faults become the API's error shape (decisions, HTTP API), or a page for people. */
export function answerProblems(shop: { log: Log; facts: Pick<ShopFacts, 'name' | 'origin'> }): ErrorHandler {
  return (error, c) => {
    const problem = toProblem(error)
    if (['internal', 'storage_full'].includes(problem.code) && problem !== error)
      shop.log.error({ error, path: withoutSecrets(c.req.path) }, 'request failed')
    const status = problemStatus(problem)
    const retryAfter = problem.details.retryAfter ?? (status === 503 ? 5 : undefined)
    const headers = {
      ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
      ...(problem.details.allow && { Allow: problem.details.allow.join(', ') }),
    }
    if (wantsPage(c.req.path, c.req.header('accept'))) {
      const page = problemPage(problem, shop.facts)
      return new Response(page.body, { status, headers: { ...page.headers, ...headers } })
    }
    const isCall = /^\/api\/(rpc|functions)\//.test(c.req.path)
    const body = isCall ? callBody(problem) : problemBody(problem)
    return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...headers } })
  }
}

/** The refusal that an error stands for; a fault of the program is `internal`. */
export function toProblem(error: unknown): Problem {
  if (isProblem(error)) return error
  // Thrown by Hono's validator for malformed JSON or a missing content type.
  if (error instanceof HTTPException && error.status < 500) return new Problem(error.status === 415 ? 'wrong_type' : 'malformed')
  if (isStorageFull(error)) return new Problem('storage_full')
  if (isTransientFailure(error)) return new Problem('unavailable', { retryAfter: 5 })
  return new Problem('internal')
}

/** Removes the secrets in paths of callbacks, short links, links of riders, of a claim and of invitations, for logging. */
export function withoutSecrets(path: string): string {
  return path.replace(/^(\/api\/callbacks\/[^/]+\/[^/]+\/|\/o\/[^/.]{0,8}|\/rider\/|\/claim\/|\/invitation\/).*/, '$1…')
}
