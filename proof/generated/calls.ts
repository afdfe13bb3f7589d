import fc from 'fast-check'
import { pathOf, queryOf } from './addresses.ts'
import type { ApiDocument } from './api-document.ts'
import { bodyOf } from './bodies.ts'
import { headersOf } from './headers.ts'
import { rightCalls } from './right-calls.ts'

/** The kinds of callers: a guest, who may hold an order's key, and four who are signed in, one of them with a second factor. */
export const kinds = ['guest', 'key', 'customer', 'guarded', 'affiliate', 'admin'] as const
export type Kind = (typeof kinds)[number]

export interface Call {
  /** `POST /api/orders`, as the document names it. */
  name: string
  as: Kind
  /** With query. */
  address: string
  headers: Record<string, string>
  body: string | Uint8Array<ArrayBuffer> | null
}

/** Calls of every operation of the document: most of them almost right, so that they come far. */
export function callsOf(document: ApiDocument): fc.Arbitrary<Call> {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, path, operation })),
  )
  return fc.constantFrom(...operations).chain(({ name, path, operation }) => {
    const right = rightCalls[name] ?? {}
    const mostly = (known: string | undefined, any: fc.Arbitrary<string>) =>
      known === undefined ? any : fc.oneof({ weight: 2, arbitrary: fc.constant(known) }, { weight: 1, arbitrary: any })
    return fc
      .record({
        as: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...kinds) }, { weight: 2, arbitrary: fc.constant(right.as ?? 'admin') }),
        path: mostly(right.path, pathOf(path)),
        query: mostly(right.query, queryOf(operation, document)),
        sent: bodyOf(path, operation, document, right.body),
        headers: headersOf,
      })
      .map(({ as, path: address, query, sent, headers }) => ({
        name,
        as,
        address: address + query,
        headers: { ...right.headers, ...headers, ...(sent.type !== null && { 'content-type': sent.type }) },
        body: sent.body,
      }))
  })
}
