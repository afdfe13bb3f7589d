import { html, raw } from 'hono/html'
import { marked } from 'marked'
import type { ShopFacts } from '#domain/shop.ts'
import type { Document } from '#server/api/open-api.ts'
import { type Caller, callers, type Matrix, type Permission, permissionsIn } from '#server/permissions.ts'
import { plainPage } from '#server/plain-page.ts'

type Operation = NonNullable<NonNullable<Document['paths']>[string]['get']>
type Answer = NonNullable<Operation['responses']>[string]
type Schema = NonNullable<NonNullable<Document['components']>['schemas']>[string]
interface Call extends Operation {
  method: string
  path: string
}
interface Field {
  name: string
  type: string
  required: boolean
  /** The named schema that the type refers to, to link to it; or null. */
  links: string | null
  words: string
}

/**
 * The API's documentation as one HTML page without script, and its content security policy. The texts of an OpenAPI document are Markdown, and so is all of
 * this page before it is rendered.
 */
export function docsPage(document: Document, permissions: Matrix, shop: ShopFacts): { html: string; policy: string } {
  const calls = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    methods.flatMap((method): Call[] => (item[method] ? [{ ...item[method], method, path }] : [])),
  )
  const tags = (document.tags ?? []).map(({ name, description }) => ({ name, description, calls: calls.filter((call) => call.tags?.includes(name)) }))
  const schemas = Object.entries(document.components?.schemas ?? {})
  const text = [
    document.info.description,
    `For programs: [/api/openapi.json](/api/openapi.json), OpenAPI ${document.openapi}.`,
    ...tags.flatMap(({ name, description, calls }) => [
      heading(2, name, name),
      description,
      ...calls.flatMap((call) => described(call, document, permissions)),
    ]),
    heading(2, 'schemas', 'Schemas'),
    ...schemas.flatMap(([name, schema]) => [heading(3, `schema-${name}`, name), table(fieldsOf(schema, document))]),
  ]
  // Wide code and tables can be scrolled, code by keyboard too.
  const content = (marked.parse(text.filter(Boolean).join('\n\n'), { async: false }) as string)
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll('<table>', '<div class="wide"><table>')
    .replaceAll('</table>', '</table></div>')
  return plainPage({
    title: `HTTP API of ${shop.name}`,
    sheet: new URL('./docs-page.css', import.meta.url),
    body: html`<a class="skip" href="#calls">Skip to the calls</a>
<header><a class="home" href="/">${shop.name}</a><h1>HTTP API</h1><a class="back" href="/">Back to the shop</a></header>
<nav aria-label="Calls"><p><a href="#calls">The first call, and errors</a></p>${tags.map(contents)}<p><a href="#schemas">Schemas</a></p></nav>
<main id="calls">
${raw(content)}
</main>`,
  })
}

const methods = ['get', 'post', 'patch', 'delete'] as const

function contents({ name, calls }: { name: string; calls: Call[] }) {
  const links = calls.map((call) => html`<li><a href="#${anchor(call)}">${call.method.toUpperCase()} ${call.path.replace('/api', '')}</a></li>`)
  return html`<p><a href="#${name}">${name}</a></p><ul>${links}</ul>`
}

function described(call: Call, document: Document, permissions: Matrix): (string | undefined)[] {
  const { method, path, summary, description, parameters = [], requestBody, responses = {} } = call
  const verb = method.toUpperCase()
  const body = requestBody && 'content' in requestBody ? requestBody.content['application/json'] : undefined
  const asked = parameters.flatMap((each): Field[] => {
    if (!('name' in each)) return []
    const type = `${typeOf(each.schema as Schema)}, in the ${each.in}`
    return [{ name: each.name, type, required: each.required ?? false, links: null, words: each.description ?? '' }]
  })
  return [
    heading(3, anchor(call), `<b class="${method}">${verb}</b> <code>${path}</code>`),
    `**${summary}**`,
    description,
    ...permissionsIn(permissions, `${verb} ${path}`).map(({ name, permission }) => whoMay(name.split(' with ')[1], permission)),
    ...(asked.length > 0 ? ['#### Parameters', table(asked)] : []),
    ...(body ? ['#### Body', table(fieldsOf(body.schema as Schema, document))] : []),
    body?.example === undefined ? '' : `\`\`\`\n${JSON.stringify(body.example, null, 2)}\n\`\`\``,
    '#### Answers',
    Object.entries(responses)
      .map(([status, answer]) => `- **${status}** ${answer.description}${shape(answer.content)}`)
      .join('\n'),
  ]
}

/** A heading that links lead to. */
function heading(level: number, id: string, title: string): string {
  return `<h${level} id="${id}">${title}</h${level}>`
}

function whoMay(condition: string | undefined, permission: Permission): string {
  const letIn = (Object.keys(callers) as Caller[]).filter((caller) => permission[caller] === 'yes' || permission[caller] === 'own')
  const titles = letIn.map((caller) => (permission[caller] === 'own' ? `${callers[caller]}, own rows` : callers[caller]))
  const shown = permission.anonymous === 'yes' ? ['Everybody'] : titles
  return `Who may${condition ? ` with ${condition}` : ''}: ${shown.map((title) => `*${title}*`).join(' ')}`
}

/** The shape of an answer; refusals all have the same shape, so theirs is left out. */
function shape(content: Answer['content']): string {
  const [[type, media] = ['', {}]] = Object.entries((content ?? {}) as Record<string, { schema?: Schema; examples?: unknown }>)
  const { schema } = media
  if (!schema || media.examples) return ''
  const fields = 'properties' in schema ? (schema.properties ?? {}) : {}
  const names = Object.keys(fields)
  const link = linkOf((fields.data as Schema | undefined) ?? schema)
  const shown = names.length > 0 ? `{ ${names.join(', ')} }` : type === 'application/json' ? typeOf(schema) : type
  return ` \`${shown}\`${link ? ` [${link}](#schema-${link})` : ''}`
}

function table(fields: Field[]): string {
  if (fields.length === 0) return ''
  const rows = fields.map(({ name, type, required, links, words }) => {
    const typed = links ? `[${type}](#schema-${links})` : type
    return `| \`${name}\`${required ? '' : ' *optional*'} | ${typed} | ${words.replaceAll('|', '\\|')} |`
  })
  return ['| Name | Type | Meaning |', '| --- | --- | --- |', ...rows].join('\n')
}

/** Such as `list of Order`, `text (uuid)`, `whole number, 1 to 100, or null`. */
function typeOf(schema: Schema | undefined): string {
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
  const inner = type === 'array' ? `list of ${typeOf(schema.items as Schema)}` : `${typeWords[type] ?? type}${limitsOf(schema)}`
  return isNullable ? `${inner} or null` : inner
}
const typeWords: Record<string, string> = { string: 'text', integer: 'whole number', number: 'number', boolean: 'true or false', object: 'object' }

function limitsOf({ format, minimum, maximum, maxLength }: Exclude<Schema, { $ref: string }>): string {
  const figure = (number: number) => number.toLocaleString('en-KE')
  const range = minimum === undefined ? '' : maximum === undefined ? `, at least ${figure(minimum)}` : `, ${figure(minimum)} to ${figure(maximum)}`
  return `${format ? ` (${format})` : ''}${range}${maxLength === undefined ? '' : `, at most ${figure(maxLength)} characters`}`
}

/** The fields of an object, of a list's items or of an `allOf`; fields of nested objects follow as `items[].size`. */
function fieldsOf(schema: Schema | undefined, document: Document, prefix = ''): Field[] {
  if (!schema || '$ref' in schema) return []
  if (schema.allOf)
    return (schema.allOf as Schema[]).flatMap((part) => fieldsOf(document.components?.schemas?.[nameOf(part) ?? ''] ?? part, document, prefix))
  if (schema.items) return fieldsOf(schema.items as Schema, document, `${prefix}[]`)
  return Object.entries((schema.properties ?? {}) as Record<string, Schema>).flatMap(([key, field]) => {
    const name = prefix ? `${prefix}.${key}` : key
    const words = ('description' in field && field.description) || ''
    return [
      { name, type: typeOf(field), required: schema.required?.includes(key) ?? false, links: linkOf(field), words },
      ...fieldsOf(field, document, name),
    ]
  })
}

/** The named schema that a schema is, or is a list of. */
function linkOf(schema: Schema | undefined): string | null {
  if (!schema) return null
  return nameOf(schema) ?? ('items' in schema && schema.items ? linkOf(schema.items as Schema) : null)
}

function nameOf(schema: Schema): string | null {
  return ('$ref' in schema && schema.$ref?.split('/').at(-1)) || null
}

function anchor({ method, path }: Call): string {
  return `${method}${path.replace(/[^a-z]+/g, '-')}`.toLowerCase().replace(/-$/, '')
}
