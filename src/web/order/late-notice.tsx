import { Notice } from '#ui/kit/notice.tsx'
import { WhatsappLink } from '#web/whatsapp-link.tsx'

/** That an order will be later than promised, in the words of `late`. A page in an old cache has none. */
export function LateNotice({ late, code }: { late: string | null | undefined; code: string }) {
  return (
    late && (
      <Notice tone="amber">
        <b>{late}</b>
        <p>We are sorry. Ask us when it comes:</p>
        <WhatsappLink look="ghost" small words={`when does my order ${code} come?`} />
      </Notice>
    )
  )
}
