import type { AlertWords } from '#domain/alert.ts'
import { smsParts, toGsm7 } from '#domain/message-texts.ts'
import type { ShopFacts } from '#domain/shop.ts'
import { type Email, renderEmail } from '#features/mail/templates/email.ts'

/** The page on which people choose what they are notified of. */
export const alertSettingsPath = '/admin/notifications'

/** What the service worker of the shop shows (web/offline/show-push.ts). `tag`: the same message twice is shown once. */
export interface PushPayload {
  title: string
  body: string
  path: string
  tag: string
  /** What waits in the panel, for the titles of its open tabs. */
  waiting: number
}

/** As JSON, far shorter than push services allow. */
export function alertPush({ title, lines, path }: AlertWords, id: string, waiting: number): string {
  return JSON.stringify({ title, body: lines.join('\n').slice(0, 600), path, tag: `alert-${id}`, waiting } satisfies PushPayload)
}

/** One short message where its words and the link fit; otherwise two at most, or without the lines. */
export function alertSms(shop: ShopFacts, { title, lines, path }: AlertWords): string {
  const name = toGsm7(shop.name).slice(0, 20).trim()
  const words = (all: string[]) => `${toGsm7(`${name}: ${[title, ...all].join('. ')}`)} ${shop.origin}${path}`
  const whole = words(lines.map((line) => line.replace(/\.$/, '')))
  return smsParts(whole) <= 2 ? whole : words([])
}

export function alertEmail(shop: ShopFacts, name: string, { title, lines, path }: AlertWords): Email {
  return renderEmail(
    { shop, name },
    {
      kind: 'alert',
      subject: `${title} at ${shop.name}${lines.length === 1 ? `: ${lines[0]?.replace(/\.$/, '')}` : ''}`.slice(0, 200),
      title,
      paragraphs: lines,
      button: { label: 'Open the panel', link: `${shop.origin}${path}` },
      notes: [`You get this because you work in this shop. Change what you are notified of: ${shop.origin}${alertSettingsPath}`],
    },
  )
}
