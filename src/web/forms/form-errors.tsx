import { type ReactNode, type Ref, type RefObject, useEffect, useState } from 'react'
import { formatTime } from '#domain/nairobi-time.ts'
import { Notice } from '#ui/kit/notice.tsx'
import type { Refusal, Unsure } from '#web/forms/refusal.ts'

export type FieldErrors = Partial<Record<string, string | null>>

const none: ReadonlySet<string> = new Set()

/** The errors beside the fields of a form: `own` ones for fields that were left or sent, and those of the server until the field is changed. */
export function useFieldErrors(own: FieldErrors = {}, refused: FieldErrors = {}) {
  const [touched, setTouched] = useState(none)
  const [changed, setChanged] = useState(none)
  return {
    errorOf: (name: string) => (touched.has(name) ? own[name] : null) ?? (changed.has(name) ? null : refused[name]) ?? null,
    change: (name: string) => setChanged((before) => new Set([...before, name])),
    touch: (...names: string[]) => setTouched((before) => new Set([...before, ...names])),
    /** The server is asked again. */
    sent: () => setChanged(none),
    /** Another user fills it in. */
    reset() {
      setTouched(none)
      setChanged(none)
    },
  }
}

/** After a failed validation or a refusal, focuses the first invalid field or other part of the form (`data-invalid`), or the notice with the reason. */
export function useFocusOnError(form: RefObject<HTMLFormElement | null>, outcome: RefObject<HTMLElement | null>, checks: number, error: unknown) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failed check and each new answer is a reason of its own
  useEffect(() => {
    if (checks > 0 || error) focusOnError(form.current, outcome.current)
  }, [checks, error])
}

export function focusOnError(form: HTMLElement | null, outcome: HTMLElement | null) {
  focusAndScroll(form?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid]') ?? outcome)
}

/** Focuses an element and scrolls it to the middle of the screen, clear of the header and of toasts. */
export function focusAndScroll(element: HTMLElement | null | undefined): void {
  element?.focus({ preventScroll: true })
  element?.scrollIntoView({ block: 'center' })
}

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
