import { html } from 'hono/html'
import type { ShopFacts } from '#domain/shop.ts'

/** A rendered e-mail: the same content as HTML and as plain text. */
export interface Email {
  kind: string
  subject: string
  html: string
  text: string
}

/** The facts that every template needs. */
export interface EmailFacts {
  shop: Pick<ShopFacts, 'name' | 'origin' | 'phone' | 'email' | 'location'>
  /** The name as the person wrote it; an e-mail greets by it only when it looks like a name. */
  name: string
}

/** The content of an e-mail, in reading order. */
interface EmailContent {
  kind: string
  subject: string
  title: string
  paragraphs: string[]
  /** The facts, name by name: the lines of an order, and their total. */
  rows?: { label: string; value: string }[]
  /** The one action, on the shop's own pages. */
  button?: { label: string; link: string }
  /** Small print at the end: how long the link works, what to do when the reader did not ask for it. */
  notes: string[]
}

/**
 * Renders an e-mail: both parts come from the same words, so neither has more content than the other. Tables and inline styles, because mail programs support
 * nothing else; no pictures; every cell sets its background and its text colour, so that no program darkens only one of the two.
 */
export function renderEmail({ shop, name }: EmailFacts, content: EmailContent): Email {
  if (content.button) requireOwnLink(content.button.link, shop.origin)
  const greeted = { ...content, paragraphs: [greetingFor(name), ...content.paragraphs] }
  return { kind: content.kind, subject: oneLine(content.subject), html: asHtml(shop, greeted), text: asText(shop, greeted) }
}

type Shop = EmailFacts['shop']

/** A stranger may sign up with another person's address under any name: a name that is an advertisement or an address is not repeated to that person. */
function greetingFor(name: string): string {
  const given = oneLine(name)
  const isName = /^\p{L}[\p{L}\p{M}'’. -]{0,59}$/u.test(given) && !/\.\p{L}{2}/u.test(given)
  return isName ? `Hello ${given},` : 'Hello,'
}

/** Links use the shop's own address, never one from a request; a wrong link is hardest to notice in an e-mail (promises §4 G 60). */
function requireOwnLink(link: string, origin: string) {
  if (!URL.canParse(link) || new URL(link).origin !== new URL(origin).origin) throw new Error('a letter may only lead to the shop itself')
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{C}]+/gu, ' ').trim()
}

// The colours of the shop (ui/tokens.css); mail programs know no variables.
const ink = '#1d1829'
const ink2 = '#585166'
const jac = '#5b3fa0'
const mist = '#f5f4f8'
const hair = '#e3e0ea'
const yellow = '#ffc72c'
const display = "Parkinsans, 'Trebuchet MS', Verdana, sans-serif"
const read = "'Instrument Sans', Helvetica, Arial, sans-serif"
const wide = { role: 'presentation', width: '100%' }

function asHtml(shop: Shop, { subject, title, paragraphs, rows = [], button, notes }: EmailContent): string {
  const preview = paragraphs[1] ?? title
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light only">
<meta name="supported-color-schemes" content="light only">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${subject}</title>
</head>
<body style="margin: 0; padding: 0; background-color: ${mist}; color: ${ink}; -webkit-text-size-adjust: 100%">
<div style="display: none; max-height: 0; overflow: hidden; opacity: 0; font-size: 1px; line-height: 1px; color: ${mist}">${preview}</div>
<table role="${wide.role}" width="${wide.width}" cellpadding="0" cellspacing="0" border="0" bgcolor="${mist}" style="background-color: ${mist}">
<tr><td align="center" style="padding: 24px 12px; background-color: ${mist}">
<table role="${wide.role}" width="${wide.width}" cellpadding="0" cellspacing="0" border="0" style="max-width: 560px">
<tr><td bgcolor="${ink}" style="padding: 20px 28px 18px; background-color: ${ink}; color: #ffffff; border-bottom: 5px solid ${yellow}; border-radius: 6px 6px 0 0; font: 800 28px/32px ${display}; letter-spacing: -0.03em"><a href="${shop.origin}" style="color: #ffffff; text-decoration: none">${shop.name}</a></td></tr>
<tr><td bgcolor="#ffffff" style="padding: 32px 28px 28px; background-color: #ffffff; color: ${ink}; border-radius: 0 0 6px 6px; font: 400 16px/25px ${read}">
<h1 style="margin: 0 0 20px; color: ${ink}; font: 800 26px/32px ${display}; letter-spacing: -0.02em">${title}</h1>
${paragraphs.map((words) => html`<p style="margin: 0 0 16px; color: ${ink}">${words}</p>`)}
${rows.length > 0 ? asRows(rows) : ''}
${button && asButton(button)}
${notes.map((words) => html`<p style="margin: 16px 0 0; color: ${ink2}; font: 400 15px/23px ${read}">${words}</p>`)}
</td></tr>
<tr><td style="padding: 20px 28px; background-color: ${mist}; color: ${ink2}; font: 400 14px/22px ${read}">${shop.name}, ${shop.location}${shop.phone && html`<br>${shop.phone}`}${shop.email && html`<br><a href="mailto:${shop.email}" style="color: ${ink2}">${shop.email}</a>`}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`)
}

/** Names on the left, their values on the right. */
function asRows(rows: { label: string; value: string }[]) {
  const cell = `padding: 10px 0; border-bottom: 1px solid ${hair}; background-color: #ffffff; vertical-align: top; font: 400 15px/22px ${read}`
  return html`<table width="${wide.width}" cellpadding="0" cellspacing="0" border="0" style="margin: 8px 0 4px">
${rows.map(({ label, value }) => html`<tr><td style="${cell}; color: ${ink2}">${oneLine(label)}</td><td align="right" style="${cell}; padding-left: 16px; color: ${ink}; font-weight: 700">${oneLine(value)}</td></tr>`)}
</table>`
}

/** The button, and its address for mail programs that show no buttons and readers who do not trust them. */
function asButton({ label, link }: { label: string; link: string }) {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin: 24px 0 20px">
<tr><td bgcolor="${ink}" style="background-color: ${ink}; border-radius: 6px"><a href="${link}" style="display: inline-block; padding: 14px 26px; background-color: ${ink}; border-radius: 6px; color: #ffffff; font: 700 16px/20px ${display}; text-decoration: none">${label}</a></td></tr>
</table>
<p style="margin: 0; color: ${ink2}; font: 400 15px/23px ${read}">Or copy this address into your browser:<br><a href="${link}" style="color: ${jac}; word-break: break-all">${link}</a></p>`
}

function asText(shop: Shop, { title, paragraphs, rows = [], button, notes }: EmailContent): string {
  const table = rows.map(({ label, value }) => `${oneLine(label)}: ${oneLine(value)}`).join('\n')
  const blocks = [title, ...paragraphs, ...(table ? [table] : []), ...(button ? [`${button.label}:\n${button.link}`] : []), ...notes]
  return `${blocks.map(plain).join('\n\n')}\n\n-- \n${[`${shop.name}, ${shop.location}`, shop.phone, shop.email].filter(Boolean).map(oneLine).join('\n')}\n`
}

function plain(text: string): string {
  return text.split('\n').map(oneLine).join('\n')
}
