import type { Context, Hono, MiddlewareHandler } from 'hono'
import { html } from 'hono/html'
import { type DemoAccess, mayUseDemo, outboxPath } from '#domain/loopback.ts'
import { formatDateTime } from '#domain/nairobi-time.ts'
import { Problem } from '#domain/problem.ts'
import { getOutboxMail, listOutbox, type OutboxMail, type OutboxMailWithBody } from '#features/mail/message-queue.ts'
import { type Markup, plainPage } from '#server/plain-page.ts'
import type { Shop } from '#server/running-shop.ts'
import { socketAddressOf } from '#server/visitors.ts'

/** Inserts new e-mails at the top without moving the scroll position. */
const script = `setInterval(async () => {
  if (document.hidden) return
  const answer = await fetch(location.href).catch(() => null)
  if (!answer || !answer.ok) return
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('#e-mails')
  const now = document.querySelector('#e-mails')
  if (next && next.innerHTML !== now.innerHTML) now.replaceChildren(...next.childNodes)
}, 2000)`
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

/** The demo's outbox: e-mails that a live shop would send. Where the shop sends them, and in a live shop, there are no such pages. */
export function outboxPages(app: Hono, shop: Shop, access: DemoAccess) {
  if (!shop.facts.demo?.outboxUrl) return
  app.use(`${outboxPath}/*`, noStore, demoOnly(access))
  app.get(outboxPath, async (c) => {
    const mails = await listOutbox(shop.contextFor())
    return send(c, listPage(shop.facts.name, mails))
  })
  app.get(`${outboxPath}/:id`, async (c) => {
    const mail = await getOutboxMail(shop.contextFor(), c.req.param('id'))
    return send(c, emailPage(shop.facts.name, mail))
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

/** Answers 404 to requests that may not use the demo's tools. */
function demoOnly(access: DemoAccess): MiddlewareHandler {
  return async (c, next) => {
    if (!mayUseDemo(access, socketAddressOf(c), c.req.raw.headers)) throw new Problem('not_found')
    await next()
  }
}

function send(c: Context, { html, policy }: ReturnType<typeof plainPage>) {
  return c.html(html, 200, { 'Content-Security-Policy': policy })
}

function listPage(shopName: string, mails: OutboxMail[]) {
  return page(
    shopName,
    'Outbox',
    html`<h1>Outbox</h1>
<p class="note">This demo has no mail server: every e-mail of the shop ends here, whoever it is for, and anybody who can open the demo can read it. A live shop sends its letters and has no such page.</p>
<div id="e-mails">${mails.length === 0 ? html`<p class="empty">No e-mails yet. They arrive here by themselves.</p>` : html`<ul>${mails.map(line)}</ul>`}</div>`,
    script,
  )
}

function line({ id, to, subject, sent_at }: OutboxMail): Markup {
  return html`<li><a href="${outboxPath}/${id}"><b>${subject}</b>${time(sent_at)}<span>To ${to}</span></a></li>`
}

function emailPage(shopName: string, { id, to, subject, sent_at, text }: OutboxMailWithBody) {
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

function page(shopName: string, title: string, content: Markup, script?: string) {
  return plainPage({
    title: `${title} | ${shopName} demo outbox`,
    sheet: new URL('./outbox-page.css', import.meta.url),
    ...(script && { script }),
    hasFrames: true,
    body: html`<header><a class="home" href="/">${shopName}</a><a href="${outboxPath}">All e-mails of this demo</a></header>
<main>${content}</main>`,
  })
}

function time(at: Date): Markup {
  return html`<time datetime="${at.toISOString()}">${formatDateTime(at.toISOString())}</time>`
}

function linked(text: string): Markup[] {
  return text.split(/(https?:\/\/\S+)/).map((part, place) => (place % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`))
}
