import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { permissionsOf } from '#server/permissions.ts'
import { useApp } from '../../test/app.ts'
import { mismatches } from '../../test/conforms.ts'

const app = useApp()
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

  it('is OpenAPI 3.1 and names the shop', () => {
    expect(document.openapi).toBe('3.1.0')
    expect(document.info.title).toBe('Viatu HTTP API')
  })

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

  it('has examples that its own schemas accept', () => {
    let seen = 0
    for (const [name, operation] of operations()) {
      const body = operation.requestBody?.content['application/json']
      if (body) expect([name, mismatches(body.example, body.schema, document)]).toEqual([name, []])
      for (const response of Object.values(operation.responses) as {
        content?: Record<string, { schema: object; examples?: Record<string, { value: unknown }> }>
      }[]) {
        for (const { value } of Object.values(response.content?.['application/json']?.examples ?? {})) {
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

  it('refers to nothing that is not there', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name as string)
    expect(references.length).toBeGreaterThan(20)
    expect(references.filter((name) => !(name in document.components.schemas))).toEqual([])
  })
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
