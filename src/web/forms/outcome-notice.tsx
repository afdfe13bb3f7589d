import type { ReactNode, Ref } from 'react'
import { formatTime } from '#domain/nairobi-time.ts'
import { Notice } from '#ui/kit/notice.tsx'
import type { Refusal, Unsure } from '#web/forms/refusal.ts'

interface NoticeProps {
  ref?: Ref<HTMLDivElement>
}

interface RefusalProps extends NoticeProps {
  refusal: Refusal
  beside: string[]
  notes?: string[]
  /** Shown below the message. */
  children?: ReactNode
}

/**
 * The message of a refusal, which can take the focus. `beside` names the form's fields that show their own errors; `notes` are sentences about what the refusal
 * changed in the cart.
 */
export function RefusalNotice({ refusal, beside, notes = [], children, ref }: RefusalProps) {
  const { code, title, fields = {}, retry_at } = refusal
  const withoutField = Object.keys(fields).filter((field) => !beside.includes(field))
  // The notes name the size that is gone, so they replace the general message.
  const message = code === 'size_gone' && notes.length > 0 ? notes.join(' ') : refusal.message
  const more = [...withoutField.map((field) => fields[field] as string), ...notes].filter((said) => !message.includes(said))
  return (
    <Notice tone="bad" role="alert" tabIndex={-1} ref={ref}>
      <b>{title}</b>
      <p>{retry_at ? message.replace(/try again\.$/, `try again from ${formatTime(retry_at)} on.`) : message}</p>
      {more.map((said) => (
        <p key={said}>{said}</p>
      ))}
      {children}
    </Notice>
  )
}

const reasons: Record<Unsure['unsure'], string> = {
  lost: 'The connection was lost before we heard back.',
  busy: 'The shop did not answer in time.',
}

interface UnsureProps extends NoticeProps {
  unsure: Unsure['unsure']
  repeating: boolean
  /** For when it is not repeated any more, as is `title`, the form's own title for failures. */
  advice: string
  title?: string
}

/** The request got no answer: it may or may not have been carried out. */
export function UnsureNotice({ unsure, repeating, advice, title, ref }: UnsureProps) {
  const hasFailed = title !== undefined && !repeating
  return (
    <Notice tone="amber" role="alert" tabIndex={-1} ref={ref}>
      <b>{hasFailed ? title : reasons[unsure]}</b>
      <p>
        {hasFailed && `${reasons[unsure]} `}
        {repeating ? 'We are trying again. Please keep this page open.' : advice}
      </p>
    </Notice>
  )
}
