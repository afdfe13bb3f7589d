import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type ProblemCode, problems } from '#domain/problem.ts'
import { problemExamples } from '#server/api/declare.ts'
import { permissions } from '#server/document-permissions.ts'
import { permissionsIn } from '#server/permissions.ts'
import { account } from '../../test/accounts.ts'
import { useApp } from '../../test/app.ts'
import { putOnShelf } from '../../test/checkout.ts'
import { mismatches } from '../../test/conforms.ts'

const app = useApp({ isWalk: true })
const permissionsOf = (route: string) => permissionsIn(permissions, route)
// biome-ignore lint/suspicious/noExplicitAny: the document of the API, read as JSON
let document: any
let page: string
let policy: string

beforeAll(async () => {
  document = (await app.ask('GET', '/api/openapi.json')).body
  const response = await app.fetch('GET', '/api/docs')
  page = await response.text()
  policy = response.headers.get('content-security-policy') ?? ''
})

// biome-ignore lint/suspicious/noExplicitAny: a piece of the document
const operations = (): [string, any][] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    // biome-ignore lint/suspicious/noExplicitAny: a piece of the document
    Object.entries(item as object).map(([method, operation]): [string, any] => [`${method.toUpperCase()} ${path}`, operation]),
  )

describe('the document of the API', () => {
  it('is a page that leads back to the shop', () => expect(page).toContain('<a class="back" href="/">Back to the shop</a>'))

  it('has every route that answers, and no other', () => {
    const routes = app
      .routes()
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'))
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
    expect(
      operations()
        .map(([name]) => name)
        .sort(),
    ).toEqual([...new Set(routes)].sort())
  })

  it('has a limit for every list', () => {
    const lists = operations().filter(([name, { responses }]) => {
      const shape = responses[200]?.content?.['application/json']?.schema
      return name.startsWith('GET ') && shape?.properties?.data?.type === 'array'
    })
    expect(lists.length).toBeGreaterThan(20)
    const limitless = lists.filter(([, { parameters = [] }]) => !parameters.some((parameter: { name: string }) => parameter.name === 'limit'))
    expect(limitless.map(([name]) => name)).toEqual([])
  })

  it('tells how many rows a list has unless it is told', () => {
    const rows = operations().flatMap(([name, { parameters = [] }]) =>
      parameters
        .filter((parameter: { name: string }) => parameter.name === 'limit')
        .map(({ schema, description }: { schema: { default?: number }; description: string }) => [name, schema.default, description]),
    )
    const [whole, paged] = [rows.filter(([, most]) => most === undefined), rows.filter(([, most]) => most !== undefined)]
    expect(paged.filter(([, most]) => most !== 24)).toEqual([['GET /api/affiliate_clicks', 50, 'How many rows, 50 by default']])
    expect(new Set(whole.map(([, , said]) => said))).toEqual(new Set(['How many rows, all by default']))
  })

  it('says of each call what it is, what it answers, how it refuses, and who may call it', () => {
    for (const [name, operation] of operations()) {
      expect(operation, name).toMatchObject({ summary: expect.any(String), security: expect.any(Array), tags: [expect.any(String)] })
      expect(
        document.tags.map((tag: { name: string }) => tag.name),
        name,
      ).toContain(operation.tags[0])
      expect(
        Object.keys(operation.responses).some((status) => status.startsWith('2')),
        name,
      ).toBe(true)
      if (operation.requestBody) expect(Object.keys(operation.responses), name).toEqual(expect.arrayContaining(['400', '403', '413', '415']))
      expect(operation.security.length, name).toBeGreaterThan(0)
      const isOpen = permissionsOf(name).some(({ permission }) => permission.anonymous === 'yes')
      expect(
        operation.security.some((requirement: object) => Object.keys(requirement).length === 0),
        name,
      ).toBe(isOpen)
      for (const requirement of operation.security)
        expect(Object.keys(document.components.securitySchemes)).toEqual(expect.arrayContaining(Object.keys(requirement)))
    }
  })

  it('names each call once, as a client made of it will', () => {
    const names = operations().map(([, operation]) => operation.operationId)
    expect(names.filter((name) => !/^[a-z][A-Za-z]+$/.test(name))).toEqual([])
    expect(new Set(names).size).toBe(names.length)
  })

  it('has examples that its own schemas accept', () => {
    let seen = 0
    for (const [name, operation] of operations()) {
      const body = operation.requestBody?.content['application/json']
      if (body) expect([name, mismatches(body.example, body.schema, document)]).toEqual([name, []])
      for (const response of Object.values(operation.responses) as {
        content?: Record<string, { schema: object; examples?: Record<string, { value: unknown }> }>
      }[]) {
        for (const [code, { value }] of Object.entries(response.content?.['application/json']?.examples ?? {})) {
          if (problems[code as ProblemCode].message.includes('{detail}')) expect(problemExamples, code).toHaveProperty(`${code}.detail`)
          expect([name, mismatches(value, response.content?.['application/json']?.schema ?? {}, document)]).toEqual([name, []])
          seen++
        }
      }
    }
    for (const [name, schema] of Object.entries(document.components.schemas as Record<string, { type: string; example?: unknown }>)) {
      if (schema.example) expect([name, mismatches(schema.example, schema, document)]).toEqual([name, []])
    }
    expect(seen).toBeGreaterThan(100)
  })
})

describe('the linter of Redocly', () => {
  it('warns of nothing but what is as it should be', () => {
    const folder = mkdtempSync(join(tmpdir(), 'viatu-lint-'))
    const file = join(folder, 'openapi.json')
    writeFileSync(file, JSON.stringify({ ...document, servers: [{ url: 'https://viatu.co.ke' }] }))
    const quiet = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
    const lint = spawnSync('node_modules/.bin/redocly', ['lint', file, '--format=json'], { env: quiet, encoding: 'utf8' })
    rmSync(folder, { recursive: true })
    const found = JSON.parse(lint.stdout) as { problems: { ruleId: string; location: { pointer: string }[] }[] }
    expect(found.problems.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer}`)).toEqual([
      // Nothing that these are sent is refused.
      'operation-4xx-response #/paths/~1api~1auth~1session/get/responses',
      'operation-4xx-response #/paths/~1api~1openapi.json/get/responses',
      'operation-4xx-response #/paths/~1api~1docs/get/responses',
    ])
  })
})

describe('the first calls of its introduction', () => {
  it('are answered as it says', async () => {
    const shoe = await putOnShelf(app.database, { price: 2999, sizes: { '42': 3 } })
    await account(app.database, { email: 'wanjiku@example.com' })
    const [signIn, orders, search, place] = curlsOf(document.info.description)
    const entered = await curl(signIn)
    expect(entered).toMatchObject({ status: 200, body: { session: { access_token: expect.any(String) }, challenge: null } })
    expect(await curl(orders?.replace('$TOKEN', entered.body.session.access_token))).toMatchObject({ status: 200, body: { data: [], next: null } })
    expect(await curl(search)).toMatchObject({ status: 200, body: { data: expect.any(Array) } })
    const placed = await curl(place?.replace(/(?<="product_id": ")[^"]+/, shoe.id))
    expect(placed).toMatchObject({ status: 201, body: { status: 'awaiting_payment', key: expect.any(String) } })
  })

  /** The calls to curl in Markdown, each on one line. */
  const curlsOf = (markdown: string): string[] =>
    [...markdown.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => (block as string).replace(/\\\n/g, ' ').replace(/^[\s\S]*?(?=curl )/, ''))

  /** Asks the app what curl would ask the shop. */
  function curl(call: string | undefined) {
    const [, ...words] = [...(call ?? '').matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, single, double, bare]) => single ?? double ?? bare ?? '')
    const all = (flag: string) => words.flatMap((word, place) => (words[place - 1] === flag ? [word] : []))
    const url = words.find((word) => word.startsWith('http://')) as string
    const headers = Object.fromEntries(new Headers(all('-H').map((header) => header.split(/: /, 2) as [string, string])))
    const body = all('-d')[0]
    return app.ask(all('-X')[0] ?? 'GET', url.replace('http://localhost', ''), { headers, ...(body && { body: JSON.parse(body) }) })
  }
})

describe('its page', () => {
  it('tells of every call, with links that lead somewhere', () => {
    for (const [name, operation] of operations()) {
      expect(page).toContain(`<code>${name.split(' ')[1]}</code>`)
      expect(page).toContain(operation.summary)
    }
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect([...page.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id).filter((id) => !ids.includes(id))).toEqual([])
    expect(page).not.toMatch(/undefined|\[object|NaN/)
  })

  it('runs no script and asks nobody else', () => {
    expect(page).not.toMatch(/<script|<iframe| on\w+=| style=/i)
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'none'")
    const style = /<style>([\s\S]*)<\/style>/.exec(page)?.[1] as string
    expect(policy).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`)
    expect([...page.matchAll(/(?:src|href)="(https?:)?\/\//g)]).toEqual([])
  })
})
