import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { html, raw } from 'hono/html'
import { marked } from 'marked'
import type { ShopFacts } from '#domain/shop.ts'
import { type Field, fieldsOf, linkOf, type Schema, typeOf } from '#server/api/docs-schema.ts'
import type { Document } from '#server/api/open-api.ts'
import { type Caller, callers, type Matrix, type Permission, permissionsIn } from '#server/permissions.ts'

type Markup = ReturnType<typeof html> | ''
type Operation = NonNullable<NonNullable<Document['paths']>[string]['get']>
type Answer = NonNullable<Operation['responses']>[string]
interface Call extends Operation {
  method: string
  path: string
}

const style = ['../../ui/tokens.css', './docs-page.css'].map((file) => readFileSync(new URL(file, import.meta.url), 'utf8')).join('\n')
const policy = [
  "default-src 'none'",
  "script-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "font-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The API's documentation as one HTML page without script, and its content security policy. */
export function docsPage(document: Document, permissions: Matrix, shop: ShopFacts): { html: string; policy: string } {
  const calls = callsOf(document)
  const tags = (document.tags ?? []).map((tag) => ({ ...tag, calls: calls.filter((call) => call.tags?.includes(tag.name)) }))
  const schemas = Object.entries(document.components?.schemas ?? {})
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>HTTP API of ${shop.name}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${raw(style)}</style>
</head>
<body>
<a class="skip" href="#calls">Skip to the calls</a>
<header><a class="home" href="/">${shop.name}</a><h1>HTTP API</h1><a class="back" href="/">Back to the shop</a></header>
<nav aria-label="Calls"><p><a href="#introduction">The first call, and errors</a></p>${tags.map((tag) => contents(tag.name, tag.calls))}<p><a href="#schemas">Schemas</a></p></nav>
<main id="calls">
<section id="introduction">${raw(introduction(document))}</section>
<p>For programs: <a href="/api/openapi.json">/api/openapi.json</a>, OpenAPI ${document.openapi}.</p>
${tags.map((tag) => html`<section id="${tag.name}"><h2>${tag.name}</h2><p>${prose(tag.description)}</p>${tag.calls.map((call) => article(call, document, permissions))}</section>`)}
<section id="schemas"><h2>Schemas</h2>${schemas.map(([name, schema]) => named(name, fieldsOf(schema, document)))}</section>
</main>
</body>
</html>`
  return { html: String(page), policy }
}

/** The introduction from Markdown. Code blocks get a tab stop, so that wide ones can be scrolled by keyboard. */
function introduction({ info }: Document): string {
  return (marked.parse(info.description ?? '', { async: false }) as string)
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replace('<table>', '<div class="wide"><table>')
    .replace('</table>', '</table></div>')
}

function callsOf(document: Document): Call[] {
  const methods = ['get', 'post', 'patch', 'delete'] as const
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    methods.flatMap((method) => (item[method] ? [{ ...item[method], method: method.toUpperCase(), path }] : [])),
  )
}

function contents(tag: string, calls: Call[]): Markup {
  const links = calls.map((call) => html`<li><a href="#${anchor(call)}">${call.method} <span>${call.path.replace('/api', '')}</span></a></li>`)
  return html`<p><a href="#${tag}">${tag}</a></p><ul>${links}</ul>`
}

function article(call: Call, document: Document, permissions: Matrix): Markup {
  const { method, path, requestBody, responses } = call
  const body = requestBody && 'content' in requestBody ? requestBody.content['application/json'] : undefined
  return html`<article id="${anchor(call)}">
<h3><b class="${method.toLowerCase()}">${method}</b> <code>${path}</code></h3>
<p class="summary">${call.summary}</p>
${call.description && html`<p>${prose(call.description)}</p>`}
${permissionsIn(permissions, `${method} ${path}`).map(({ name, permission }) => whoMay(name, permission))}
${titled('Parameters', table(parametersOf(call)))}
${titled('Body', body && html`${table(fieldsOf(body.schema as Schema, document))}${example(body.example)}`)}
${titled('Answers', html`<dl>${Object.entries(responses ?? {}).map(([status, answer]) => said(status, answer))}</dl>`)}
</article>`
}

function named(name: string, fields: Field[]): Markup {
  return html`<article id="schema-${name}"><h3>${name}</h3>${table(fields)}</article>`
}

function whoMay(name: string, permission: Permission): Markup {
  const condition = name.split(' with ')[1]
  const letIn = (Object.keys(callers) as Caller[]).filter((caller) => permission[caller] === 'yes' || permission[caller] === 'own')
  const titles = letIn.map((caller) => (permission[caller] === 'own' ? `${callers[caller]}, own rows` : callers[caller]))
  const shown = permission.anonymous === 'yes' ? ['Everybody'] : titles
  return html`<p class="who">Who may${condition && ` with ${condition}`}: ${shown.map((title) => html`<em>${title}</em> `)}</p>`
}

function parametersOf({ parameters = [] }: Call): Field[] {
  return parameters
    .flatMap((each) => ('name' in each ? [each] : []))
    .map(({ name, in: place, required = false, schema, description: words = '' }) => {
      return { name, type: `${typeOf(schema as Schema)}, in the ${place}`, required, links: null, words }
    })
}

function titled(title: string, content: Markup | undefined): Markup {
  return content ? html`<h4>${title}</h4>${content}` : ''
}

function said(status: string, answer: Answer): Markup {
  return html`<dt class="${status.startsWith('2') && 'good'}">${status}</dt><dd>${prose(answer.description)}${shape(answer.content)}</dd>`
}

/** The shape and example of an answer; refusals all have the same shape, so theirs is left out. */
function shape(content: Answer['content']): Markup {
  const [[type, media] = ['', {}]] = Object.entries((content ?? {}) as Record<string, { schema?: Schema; examples?: unknown }>)
  const { schema } = media
  if (!schema || media.examples) return ''
  const fields = 'properties' in schema ? (schema.properties ?? {}) : {}
  const names = Object.keys(fields)
  const link = linkOf((fields.data as Schema | undefined) ?? schema)
  const shown = names.length > 0 ? `{ ${names.join(', ')} }` : type === 'application/json' ? typeOf(schema) : type
  return html` <code>${shown}</code>${link && html` <a href="#schema-${link}">${link}</a>`}`
}

function table(fields: Field[]): Markup {
  if (fields.length === 0) return ''
  const rows = fields.map(({ name, type, required, links, words }) => {
    const typed = links ? html`<a href="#schema-${links}">${type}</a>` : type
    return html`<tr><td><code>${name}</code>${!required && html` <i>optional</i>`}</td><td>${typed}</td><td>${prose(words)}</td></tr>`
  })
  return html`<div class="wide"><table><thead><tr><th>Name</th><th>Type</th><th>Meaning</th></tr></thead><tbody>${rows}</tbody></table></div>`
}

function example(value: unknown): Markup {
  return value === undefined ? '' : html`<pre tabindex="0"><code>${JSON.stringify(value, null, 2)}</code></pre>`
}

/** Text in which words between backticks become code. */
function prose(text = ''): Markup[] {
  return text.split('`').map((part, place) => (place % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))
}

function anchor({ method, path }: Call): string {
  return `${method}${path.replace(/[^a-z]+/g, '-')}`.toLowerCase().replace(/-$/, '')
}
