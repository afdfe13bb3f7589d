import type { NoticeKind } from '#domain/notice.ts'
import { smsParts, toGsm7 } from '#domain/sms.ts'
import { type NoticeFacts, noticeWords } from '#features/notices/notice-words.ts'

/** A notice as a short message: plain letters only, in two parts of the network at most. An address that would not fit is left out rather than cut. */
export function noticeSms(kind: NoticeKind, facts: NoticeFacts, link: string): string {
  const words = toGsm7(noticeWords[kind].sms({ ...facts, shop: { ...facts.shop, name: facts.shop.name.slice(0, 30) } }))
  const whole = `${words} ${link}`
  if (smsParts(whole) <= 2) return whole
  return words.replace(/(?<=[.!]) [^.!]*:$/, '')
}
