import { readFileSync } from 'node:fs'
import { html, raw } from 'hono/html'
import { hashOf } from '#server/pages/content-security-policy.ts'

export type Markup = ReturnType<typeof html> | ''

interface PlainPage {
  title: string
  /** The sheet of this page, after the one of all such pages. */
  sheet: URL
  /** The only script that runs; it may ask the shop. */
  script?: string
  /** Whether it shows pages of the shop in a frame. */
  hasFrames?: true
  body: Markup
}

/** A page that the server writes itself, without React, with its sheet inside; and the content security policy that lets nothing else style or run. */
export function plainPage({ title, sheet, script, hasFrames, body }: PlainPage): { html: string; policy: string } {
  const style = [...shared, sheet].map((file) => readFileSync(file, 'utf8')).join('\n')
  const policy = [
    "default-src 'none'",
    `script-src ${script ? hashOf(script) : "'none'"}`,
    `style-src ${hashOf(style)}`,
    "font-src 'self'",
    "img-src 'self'",
    ...(script ? ["connect-src 'self'"] : []),
    ...(hasFrames ? ["frame-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${raw(style)}</style>
</head>
<body>
${body}
${script && html`<script>${raw(script)}</script>`}
</body>
</html>
`
  return { html: String(page), policy: policy.join('; ') }
}

const shared = ['../ui/tokens.css', './plain-page.css'].map((file) => new URL(file, import.meta.url))
