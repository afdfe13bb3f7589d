import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { type ProblemCode, problems } from '#domain/problem.ts'
import { openApiWorld } from '../../test/api-world.ts'
import { useApp } from '../../test/app.ts'
import { noOtherAccounts } from '../../test/checkout.ts'
import { mismatches } from '../../test/conforms.ts'
import { expectBooksToBalance } from '../../test/database.ts'
import { recordPromise } from '../../test/promises.ts'
import type { ApiDocument } from './api-document.ts'
import { type Call, callsOf } from './calls.ts'
import { rightCallsOf } from './right-calls.ts'

/** What src/server/permissions.test.ts is refused in its own shop; all else it does rightly, as each caller who may. */
const undoneByMatrix = ['POST /api/mpesa_account', 'POST /api/rpc/clear_all_user_data', 'POST /api/rpc/restore_data_snapshot']

/** Calls of every operation of the API, right ones and such as nobody would send. A failure prints seed and path, and `VIATU_SEED` takes them up again. The short run sends the same calls each time. */
export function generatedCallTests(wanted: number, givenSeed?: number) {
  const seed = process.env.VIATU_SEED ? Number(process.env.VIATU_SEED) : givenSeed
  const isShort = wanted < 1_000
  /** Milliseconds that no answer takes, on a machine that is busy with other tests. */
  const longest = 10_000

  /** Its account may be replaced, as that of a shop whose environment sets none. */
  const app = useApp({
    services: ({ payments }) => ({
      accounts: { ...noOtherAccounts, from: 'none', open: (id) => ({ id, provider: payments, callbackBaseUrl: 'https://shop.example' }) },
    }),
  })
  const world = openApiWorld(app.database)
  let document: ApiDocument
  const seen = { sent: 0, statuses: {} as Record<string, number>, slowest: 0, operations: new Set<string>(), done: new Set<string>() }

  beforeAll(async () => {
    document = (await app.ask('GET', '/api/openapi.json')).body
    await world.refresh()
  })

  /** After these somebody may be signed out, or everything be gone. */
  const isEnding = /^(POST|DELETE|PATCH) .*(clear_all_user_data|auth\/(delete|sign-|session|user|second-factor\/|recover|verify)|promote|demote)/

  async function expectAnswer(call: Call) {
    const [method, path] = call.name.split(' ') as [string, string]
    const { address, headers, body } = world.addressed(call)
    const started = performance.now()
    const response = await app.fetch(method, address, { headers, body })
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    const answer = isJson ? await response.json() : await response.body?.cancel()
    const ms = performance.now() - started
    seen.slowest = Math.max(seen.slowest, ms)
    seen.statuses[response.status] = (seen.statuses[response.status] ?? 0) + 1
    seen.operations.add(call.name)
    if (response.status < 300) seen.done.add(call.name)
    const faults = app.logged.splice(0).filter(({ level }) => level === 'error')
    const told = `${response.status} ${JSON.stringify(answer)?.slice(0, 500)}`
    expect(faults, told).toEqual([])
    expect(response.status, told).toBeLessThan(500)
    expect(ms, 'milliseconds').toBeLessThan(longest)
    if (response.status >= 400) expectProblem(path, response.status, answer, told)
    const declared = document.paths[path]?.[method.toLowerCase()]?.responses[response.status]
    expect(declared, `${call.name} answers what its document says, and not ${told}`).toBeDefined()
    const schema = declared?.content?.['application/json']?.schema
    if (schema && isJson && !path.endsWith('openapi.json')) expect(mismatches(answer, schema as never, document as never), told).toEqual([])
    if (response.status < 300 && isEnding.test(call.name)) await world.refreshIfChanged()
  }

  /** The one shape of refusals, and that of functions and procedures (src/domain/problem.ts). */
  function expectProblem(path: string, status: number, answer: unknown, told: string) {
    const isCall = /^\/api\/(rpc|functions)\//.test(path)
    const schema = document.components.schemas[isCall ? 'CallError' : 'Error']
    expect(mismatches(answer, schema as never, document as never), told).toEqual([])
    const code = isCall ? (answer as { code: string }).code : (answer as { error: { code: string } }).error.code
    expect(problems[code as ProblemCode]?.status, told).toBe(status)
  }

  it(`does every operation that is called rightly${isShort ? ' and that the matrix of permissions does not' : ''}`, async () => {
    const calls = rightCallsOf(document).filter(({ name }) => !isShort || undoneByMatrix.includes(name))
    const stay = new Map(calls.map((call) => [call.name, call]))
    // Some need a row in a state that it has in turn with others.
    for (let turn = 0; turn < 6 && stay.size > 0; turn++) {
      for (const call of stay.values()) {
        await expectAnswer(call)
        if (seen.done.has(call.name)) stay.delete(call.name)
      }
      if (stay.size > 0) await world.refresh()
    }
    expect([...stay.keys()], 'operations that were only refused').toEqual([])
  })

  it(`answers ${wanted} generated calls as its document says, and never with a fault`, { timeout: 6 * 3_600_000 }, async () => {
    seen.statuses = {}
    await fc.assert(
      fc.asyncProperty(callsOf(document), async (call) => {
        seen.sent++
        if (seen.sent % 100 === 0) await world.refresh()
        if (seen.sent % 1_000 === 0) await expectBooksToBalance(app.database.ownerDb)
        await expectAnswer(call)
      }),
      { numRuns: wanted, seed, endOnFailure: wanted > 2_000 },
    )
    await expectBooksToBalance(app.database.ownerDb)
    expect(({} as Record<string, unknown>).is_admin).toBeUndefined()
    process.stdout.write(`${figure()}\n`)
    if (isShort) return
    recordPromise({
      promise: 'Whatever is sent to the API is answered or refused in words, and never breaks it',
      command: wanted === 10_000 ? 'npm run proof -- generated' : `VIATU_CALLS=${wanted} npm run proof -- generated`,
      figure: figure(),
    })
  })

  const figure = () =>
    `${seen.sent} generated calls of ${seen.operations.size} operations, ${seen.done.size} of them also done: 0 faults, ${refusals()} refused in the one shape, slowest ${Math.round(seen.slowest)} ms`
  const refusals = () => Object.entries(seen.statuses).reduce((sum, [status, count]) => sum + (Number(status) >= 400 ? count : 0), 0)
}
