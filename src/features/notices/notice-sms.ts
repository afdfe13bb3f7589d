import type { NoticeKind } from '#domain/buyer-notice.ts'
import { type ChangedTexts, smsParts, toGsm7 } from '#domain/message-texts.ts'
import { type NoticeFacts, smsWords } from '#features/notices/notice-texts.ts'

/** Letters of the shop's name: enough to recognise it, and few enough for one message with a host of 24 characters. */
const maxNameLength = { whole: 30, short: 20 }

/**
 * A notice as a short message, in plain characters: one SMS where the shop's host has 24 characters at most, two for a long place to collect. A long name is
 * shortened, and first the promised days, then the fee are left out, rather than paying for a second message; of a place to collect first the hours, then the
 * address, rather than the link. A link that would not fit into two messages is left out rather than cut.
 */
export function noticeSms(kind: NoticeKind, facts: NoticeFacts, link: string, changed: ChangedTexts = {}): string {
  const worded = (most: number, change: Partial<NoticeFacts> = {}) => {
    const name = toGsm7(facts.shop.name).slice(0, most).trim()
    return toGsm7(smsWords(kind, { ...facts, ...change, shop: { ...facts.shop, name } }, changed))
  }
  const withLink = (words: string) => `${words} ${link}`.trim()
  const deliveries = [facts.delivery, facts.delivery && { ...facts.delivery, days: null }, null]
  const inOne = deliveries
    .flatMap((delivery) => [worded(maxNameLength.whole, { delivery }), worded(maxNameLength.short, { delivery })])
    .map(withLink)
    .find((text) => smsParts(text) === 1)
  if (inOne !== undefined) return inOne
  const inTwo = [{}, { hours: null }, { hours: null, point: facts.pointName }]
    .map((change) => withLink(worded(maxNameLength.whole, change)))
    .find((text) => smsParts(text) <= 2)
  return inTwo ?? worded(maxNameLength.whole).replace(/(?<=[.!]) [^.!]*:$/, '')
}
