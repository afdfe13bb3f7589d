interface Schema {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  additionalProperties?: unknown
}
interface Document {
  components: { schemas: Record<string, Schema> }
}

/** Differences between a value and a schema of the OpenAPI document: missing fields, undeclared fields, wrong types. */
export function mismatches(value: unknown, schema: Schema, document: Document, path = ''): string[] {
  if (schema.$ref) return mismatches(value, document.components.schemas[schema.$ref.split('/').at(-1) as string] as Schema, document, path)
  if (schema.allOf) return mismatches(value, merged(schema.allOf, document), document, path)
  if (schema.anyOf) return schema.anyOf.some((each) => mismatches(value, each, document).length === 0) ? [] : [`${path} fits nothing`]
  if (schema.enum && value !== null && !schema.enum.includes(value)) return [`${path} is ${JSON.stringify(value)}`]
  const types = [schema.type ?? []].flat()
  if (types.length > 0 && !types.some((type) => isOf(type, value))) return [`${path} is no ${types.join(' or ')}`]
  if (Array.isArray(value)) return value.flatMap((each, place) => mismatches(each, schema.items ?? {}, document, `${path}[${place}]`))
  if (typeof value !== 'object' || value === null || schema.additionalProperties) return []
  const declared = schema.properties ?? {}
  return [
    ...(schema.required ?? []).filter((name) => !(name in value)).map((name) => `${path}.${name} is missing`),
    ...Object.entries(value).flatMap(([name, each]) =>
      declared[name] ? mismatches(each, declared[name], document, `${path}.${name}`) : [`${path}.${name} is not declared`],
    ),
  ]
}

function merged(parts: Schema[], document: Document): Schema {
  const whole = parts.map((part) => (part.$ref ? (document.components.schemas[part.$ref.split('/').at(-1) as string] as Schema) : part))
  return {
    type: 'object',
    properties: Object.assign({}, ...whole.map((part) => (part.allOf ? merged(part.allOf, document) : part).properties)),
    required: whole.flatMap((part) => (part.allOf ? merged(part.allOf, document) : part).required ?? []),
  }
}

function isOf(type: string, value: unknown): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return type === 'integer' ? Number.isInteger(value) : typeof value === type
}
