import { createHash } from 'node:crypto'
import { appendFileSync, readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeEach } from 'vitest'

/** Which functions of the program each test calls (`instrument` in mutants.ts), by the id of the test; those of imports and of `beforeAll` belong to all tests of the file. */
const global = globalThis as { viatuHit?: (scope: string) => void }
const { VIATU_HITS } = process.env
let called = new Set<string>()
const tests: Record<string, { scopes: string[]; ms: number }> = {}
global.viatuHit = (scope) => called.add(scope)

let started = Date.now()
const take = (test: string) => {
  tests[test] = { scopes: [...new Set([...(tests[test]?.scopes ?? []), ...called])], ms: Date.now() - started }
  called = new Set()
  started = Date.now()
}

let file = ''
beforeEach(({ task }) => {
  file = task.file.filepath
  take('all')
})
afterEach(({ task }) => take(task.id))
afterAll(() => {
  take('all')
  if (!VIATU_HITS || !file) return
  const hash = createHash('sha1').update(readFileSync(file, 'utf8')).digest('hex')
  appendFileSync(VIATU_HITS, `${JSON.stringify({ file, hash, tests })}\n`)
})
