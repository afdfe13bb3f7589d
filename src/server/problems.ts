import type { ErrorHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { isProblem, Problem, problemBody, problemStatus } from '#domain/problem.ts'
import type { ShopFacts } from '#domain/shop.ts'
import type { Log } from '#features/context.ts'
import { isPassingTrouble } from '#features/passing-trouble.ts'
import { problemPage, wantsPage } from '#server/problem-page.ts'

/** Every refusal and every fault leaves the HTTP API in one shape (decisions, HTTP API), and reaches people as a page. */
export function answerProblems(log: Log, shop: Pick<ShopFacts, 'name' | 'origin'>): ErrorHandler {
  return (error, c) => {
    const problem = toProblem(error)
    if (problem.code === 'internal' && problem !== error) log.error({ error, path: withoutSecrets(c.req.path) }, 'request failed')
    const status = problemStatus(problem)
    const retryAfter = problem.details.retryAfter ?? (status === 503 ? 5 : undefined)
    const retry: Record<string, string> = retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }
    if (wantsPage(c.req.path, c.req.header('accept'))) {
      const page = problemPage(problem, shop)
      return new Response(page.body, { status, headers: { ...page.headers, ...retry } })
    }
    const isCall = /^\/api\/(rpc|functions)\//.test(c.req.path)
    const body = isCall ? { success: false, error: problem.message, code: problem.code } : problemBody(problem)
    return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...retry } })
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
