import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Hono, MiddlewareHandler } from 'hono'
import { html, raw } from 'hono/html'
import type { DemoAccess } from '#domain/loopback.ts'
import { formatDateTime } from '#domain/nairobi-time.ts'
import { getOutboxMail, type OutboxMailWithBody } from '#features/mail/get-outbox-mail.ts'
import { listOutbox, type OutboxMail } from '#features/mail/list-outbox.ts'
import type { Shop } from '#server/running-shop.ts'
import { demoOnly } from '#server/security.ts'

export const outboxPath = '/outbox'

type Markup = ReturnType<typeof html> | ''

const style = ['../ui/tokens.css', './outbox-page.css'].map((file) => readFileSync(new URL(file, import.meta.url), 'utf8')).join('\n')
/** Inserts new e-mails at the top without moving the scroll position. */
const script = `setInterval(async () => {
  if (document.hidden) return
  const answer = await fetch(location.href).catch(() => null)
  if (!answer || !answer.ok) return
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('#e-mails')
  const now = document.querySelector('#e-mails')
  if (next && next.innerHTML !== now.innerHTML) now.replaceChildren(...next.childNodes)
}, 2000)`
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const pagePolicy = [
  "default-src 'none'",
  `script-src ${hashOf(script)}`,
  `style-src ${hashOf(style)}`,
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Sandbox flags of a shown e-mail: its links may be opened, nothing else. */
const freedoms = 'allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation'
const emailPolicy = [
  `sandbox ${freedoms}`,
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

/** The demo's outbox: e-mails that a live shop would send. A live shop does not have these pages. */
export function outboxPages(app: Hono, shop: Shop, access: DemoAccess) {
  app.use(`${outboxPath}/*`, noStore, demoOnly(access))
  app.get(outboxPath, async (c) => {
    const mails = await listOutbox(shop.contextFor())
    return c.html(listPage(shop.facts.name, mails), 200, { 'Content-Security-Policy': pagePolicy })
  })
  app.get(`${outboxPath}/:id`, async (c) => {
    const mail = await getOutboxMail(shop.contextFor(), c.req.param('id'))
    return c.html(emailPage(shop.facts.name, mail), 200, { 'Content-Security-Policy': pagePolicy })
  })
  app.get(`${outboxPath}/:id/letter`, async (c) => {
    const mail = await getOutboxMail(shop.contextFor(), c.req.param('id'))
    // Its links open outside the frame.
    return c.html(mail.html.replace('<head>', '<head><base target="_top">'), 200, { 'Content-Security-Policy': emailPolicy })
  })
}

const noStore: MiddlewareHandler = async (c, next) => {
  await next()
  c.res.headers.set('Cache-Control', 'no-store')
}

function listPage(shopName: string, mails: OutboxMail[]): string {
  return page(
    shopName,
    'Outbox',
    html`<h1>Outbox</h1>
<p class="note">This demo has no mail server: every e-mail of the shop ends here, whoever it is for, and anybody who can open the demo can read it. A live shop sends its letters and has no such page.</p>
<div id="e-mails">${mails.length === 0 ? html`<p class="empty">No e-mails yet. They arrive here by themselves.</p>` : html`<ul>${mails.map(line)}</ul>`}</div>
<script>${raw(script)}</script>`,
  )
}

function line({ id, to, subject, sent_at }: OutboxMail): Markup {
  return html`<li><a href="${outboxPath}/${id}"><b>${subject}</b>${time(sent_at)}<span>To ${to}</span></a></li>`
}

function emailPage(shopName: string, { id, to, subject, sent_at, text }: OutboxMailWithBody): string {
  return page(
    shopName,
    subject,
    html`<h1>${subject}</h1>
<dl><dt>To</dt><dd>${to}</dd><dt>Kept</dt><dd>${time(sent_at)}</dd></dl>
<iframe src="${outboxPath}/${id}/letter" sandbox="${freedoms}" title="The letter as mail programs show it"></iframe>
<h2>The same as plain text</h2>
<pre tabindex="0">${linked(text)}</pre>`,
  )
}

function page(shopName: string, title: string, content: Markup): string {
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} | ${shopName} demo outbox</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${raw(style)}</style>
</head>
<body>
<header><a class="home" href="/">${shopName}</a><a href="${outboxPath}">All e-mails of this demo</a></header>
<main>${content}</main>
</body>
</html>
`)
}

function time(at: Date): Markup {
  return html`<time datetime="${at.toISOString()}">${formatDateTime(at.toISOString())}</time>`
}

function linked(text: string): Markup[] {
  return text.split(/(https?:\/\/\S+)/).map((part, place) => (place % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`))
}
