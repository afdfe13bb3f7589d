import type { Document } from '#server/api/open-api.ts'

type Schemas = NonNullable<NonNullable<Document['components']>['schemas']>
export type Schema = Schemas[string]
export interface Field {
  name: string
  type: string
  required: boolean
  /** The named schema that the type refers to, to link to it; or null. */
  links: string | null
  words: string
}

/** `list of Order`, `text (uuid)`, `whole number, 1 to 100, or null`. */
export function typeOf(schema: Schema | undefined): string {
  if (!schema) return 'anything'
  if ('$ref' in schema) return nameOf(schema) ?? 'anything'
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set((choices as Schema[]).map(typeOf))].filter(Boolean).join(' or ')
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(', ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const types = [schema.type ?? []].flat()
  const isNullable = types.includes('null')
  const type = types.find((each) => each !== 'null')
  if (!type) return isNullable ? 'null' : 'anything'
  const inner = type === 'array' ? `list of ${typeOf(schema.items as Schema)}` : `${words[type] ?? type}${limitsOf(schema)}`
  return isNullable ? `${inner} or null` : inner
}
const words: Record<string, string> = { string: 'text', integer: 'whole number', number: 'number', boolean: 'true or false', object: 'object' }

function limitsOf(schema: Exclude<Schema, { $ref: string }>): string {
  const { format, minimum, maximum, maxLength } = schema
  const range =
    minimum !== undefined && maximum !== undefined
      ? `, ${figure(minimum)} to ${figure(maximum)}`
      : minimum !== undefined
        ? `, at least ${figure(minimum)}`
        : ''
  const length = maxLength !== undefined ? `, at most ${figure(maxLength)} characters` : ''
  return `${format ? ` (${format})` : ''}${range}${length}`
}

function figure(number: number): string {
  return number.toLocaleString('en-KE')
}

/** The fields of an object, of a list's items or of an `allOf`; fields of nested objects follow as `items[].size`. */
export function fieldsOf(schema: Schema | undefined, document: Document, prefix = ''): Field[] {
  if (!schema || '$ref' in schema) return []
  if (schema.allOf) return (schema.allOf as Schema[]).flatMap((part) => fieldsOf(resolved(part, document), document, prefix))
  if (schema.items) return fieldsOf(schema.items as Schema, document, `${prefix}[]`)
  const dot = prefix ? `${prefix}.` : ''
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    {
      name: dot + name,
      type: typeOf(field as Schema),
      required: schema.required?.includes(name) ?? false,
      links: linkOf(field as Schema),
      words: ('description' in field && field.description) || '',
    },
    ...fieldsOf(field as Schema, document, dot + name),
  ])
}

/** The named schema that a schema is, or is a list of. */
export function linkOf(schema: Schema | undefined): string | null {
  if (!schema) return null
  return nameOf(schema) ?? ('items' in schema && schema.items ? linkOf(schema.items as Schema) : null)
}

function resolved(schema: Schema, document: Document): Schema | undefined {
  const name = nameOf(schema)
  return name ? document.components?.schemas?.[name] : schema
}

function nameOf(schema: Schema): string | null {
  return ('$ref' in schema && schema.$ref?.split('/').at(-1)) || null
}
