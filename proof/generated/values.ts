import fc from 'fast-check'
import type { ApiDocument, Schema } from './api-document.ts'
import { rowFor } from './rows.ts'

/** A value that a schema allows. `name` is that of its field, and tells which row an id is of. */
export function fitting(schema: Schema, document: ApiDocument, name: string): fc.Arbitrary<unknown> {
  if (schema.$ref) return fitting(document.components.schemas[schema.$ref.split('/').at(-1) as string] as Schema, document, name)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => fitting(each, document, name)))
  if (schema.enum) return fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...schema.enum) }, fc.constantFrom(...schema.enum).map(otherCase))
  const types = [schema.type ?? 'string'].flat()
  return fc.oneof(...types.map((type) => ofType(type, schema, document, name)))
}

export const otherCase = (value: unknown) => (typeof value === 'string' ? value.toUpperCase() : value)

export function ofType(type: string, schema: Schema, document: ApiDocument, name: string): fc.Arbitrary<unknown> {
  const { minimum = -10, maximum = 1_000_000, minLength = 0, maxLength = 200 } = schema
  if (type === 'null') return fc.constant(null)
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer') return fc.oneof(fc.integer({ min: minimum, max: Math.min(maximum, 2 ** 53) }), fc.constantFrom(minimum, maximum, 1))
  if (type === 'number') return fc.oneof(fc.double({ min: minimum, max: maximum, noNaN: true }), fc.constantFrom(minimum, maximum, 4500))
  if (type === 'array') return fc.array(fitting(schema.items ?? {}, document, name), { maxLength: Math.min(schema.maxItems ?? 5, 5) })
  if (type === 'object') {
    const fields = Object.entries(schema.properties ?? {}).map(([field, each]) => [field, fitting(each, document, field)] as const)
    return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] })
  }
  if (schema.format === 'uuid') return rowFor(name)
  if (schema.format === 'email' || name === 'email') return fc.constantFrom('@email', '@email', '@adminEmail', 'nobody@example.com')
  if (schema.format === 'date-time') return fc.date().map((date) => (Number.isNaN(date.getTime()) ? 'Invalid Date' : date.toISOString()))
  if (/phone/.test(name)) return fc.constantFrom('@phone', '0712345678', '+254110000000', '712345678')
  if (/code/.test(name)) return fc.constantFrom('@code', 'KAMAU23', '123456')
  if (/password/.test(name)) return fc.constantFrom('mbio-wingu-42', 'nyumba-yangu-7', 'short')
  if (/url/.test(name)) return fc.constantFrom('https://shop.example/a', '/files/ad-images/ads/1763680000000.webp', 'http://127.0.0.1/')
  if (/_id$|^id$|reference/.test(name)) return rowFor(name)
  if (name === 'size' || name === 'label') return fc.constantFrom('40', '41', 'One size')
  if (schema.pattern && !schema.pattern.includes('x21')) return fc.stringMatching(new RegExp(schema.pattern))
  return fc.oneof(
    fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 60) }),
    fc.integer({ min: minLength, max: maxLength }).map((length) => 'Ã'.repeat(length)),
    fc.constantFrom('Wanjiku Kamau', '2026-11-20', '9', 'DELETE'),
  )
}
