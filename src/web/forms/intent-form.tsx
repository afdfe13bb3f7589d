import { type ReactNode, type Ref, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { Form, useActionData } from 'react-router'
import { Button, type ButtonLook, buttonClass } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { authUrl } from '#web/addresses.ts'
import { focusOnError } from '#web/forms/form-errors.tsx'
import type { AnswerTo, AnyOutcome, Refusal, RefusedForm } from '#web/forms/refusal.ts'
import { useAction, useEachAnswer } from '#web/forms/use-action.tsx'
import { authStore, useAuth } from '#web/session/auth-store.ts'

interface IntentFormProps<Of extends AnyOutcome> {
  intent: Of['intent']
  /** Hidden fields. */
  hidden?: Record<string, string>
  submit: ReactNode
  /** The label of the button while the form is sent. */
  busy?: string
  look?: ButtonLook
  small?: boolean
  /** The button's accessible name, if its label alone is ambiguous. */
  name?: string
  /** The address that the form is posted to. */
  action: string
  disabled?: boolean
  /** Sent by the browser itself, so that nothing of this page stays in memory. */
  plain?: boolean
  /** Called on each input event of a field. */
  onInput?: (field: HTMLInputElement) => void
  /** Called once per success, with scripts only; `doneWords` is shown with and without. */
  onDone?: (outcome: Of['done']) => void
  doneWords?: (outcome: Of['done']) => ReactNode
  /** Shown beside the button, such as a cancel link. */
  beside?: ReactNode
  children?: (form: FormState) => ReactNode
}

/** The last answer, for the fields of a form. */
export interface FormState {
  errorOf: (field: string) => string | null
  /** The values that were sent, for browsers without scripts. */
  typed: Record<string, string>
  refusal: Refusal | null
  /** The name of a field, what was typed in it or else is `stored`, and its error. */
  field: (name: string, stored?: string) => { name: string; defaultValue: string | undefined; error: string | null }
}

/**
 * A form whose action tells forms apart by the hidden field `intent`. Without scripts the browser posts it and gets the page with the answer; with scripts a
 * fetcher sends it. Errors are shown at their fields and the first one gets the focus.
 */
export function IntentForm<Of extends AnyOutcome>({
  intent,
  hidden = {},
  submit,
  busy = 'One moment...',
  look,
  small,
  name,
  plain,
  disabled,
  ...rest
}: IntentFormProps<Of>) {
  const { action, onInput, onDone, doneWords, beside, children } = rest
  const sending = useAction<AnswerTo<Of>>()
  const form = useRef<HTMLFormElement>(null)
  const notice = useRef<HTMLDivElement>(null)
  const posted = usePosted<Of>(intent, hidden)
  const answer = sending.answer ?? posted
  const working = sending.busy
  const refusal = answer && 'refusal' in answer ? answer.refusal : null
  const typed = typedOf(answer)
  const shown = Object.keys(refusal?.fields ?? {})
  const errorOf = (name: string) => refusal?.fields?.[name] ?? null
  useOutcome(answer, sending.answer !== undefined, form, notice, onDone)
  useFocusOnRemoval(form)

  const Element = plain ? 'form' : Form
  return (
    <Element
      method="post"
      action={action}
      className="form"
      ref={form}
      noValidate
      onInput={(event) => onInput?.(event.target as HTMLInputElement)}
      onSubmit={plain ? undefined : sending.onSubmit}
    >
      <input type="hidden" name="intent" value={intent} />
      {Object.entries(hidden).map(([key, value]) => (
        <input key={key} type="hidden" name={key} value={value} />
      ))}
      {children?.({ errorOf, typed, refusal, field: (name, stored) => ({ name, defaultValue: typed[name] ?? stored, error: errorOf(name) }) })}
      {refusal?.code === 'signed_out' && <SessionEnded refusal={refusal} ref={notice} />}
      {refusal && refusal.code !== 'signed_out' && shown.length === 0 && (
        <Notice tone="bad" role="alert" tabIndex={-1} ref={notice}>
          <b>{refusal.title}.</b> <span>{refusal.message}</span>
        </Notice>
      )}
      {answer && 'unsure' in answer && (
        <Notice tone="amber" role="alert" tabIndex={-1} ref={notice}>
          <span>{answer.unsure === 'lost' ? 'The connection was lost.' : 'The shop is busy.'}</span>{' '}
          <span>{working ? 'We are trying again. Please keep this page open.' : 'What you wrote is still here: please try again.'}</span>
        </Notice>
      )}
      <p role="status" className="form-done">
        {answer && 'done' in answer && doneWords && (
          <>
            <Icon name="tick" small /> <span>{doneWords(answer.done)}</span>
          </>
        )}
      </p>
      <ButtonRow besideButton={beside}>
        <Button type="submit" look={look} small={small} busy={working} disabled={disabled} aria-label={name}>
          {working ? busy : submit}
        </Button>
      </ButtonRow>
    </Element>
  )
}

function ButtonRow({ besideButton, children }: { besideButton: ReactNode; children: ReactNode }) {
  if (!besideButton) return children
  return (
    <div className="acts">
      {children}
      {besideButton}
    </div>
  )
}

function typedOf(answer: AnswerTo<AnyOutcome> | undefined): RefusedForm['typed'] {
  return answer && 'typed' in answer ? (answer as RefusedForm).typed : {}
}

/** The page's action data, if it answers this form. */
function usePosted<Of extends AnyOutcome>(intent: string, hidden: Record<string, string>): AnswerTo<Of> | undefined {
  const posted = useActionData() as AnswerTo<Of> | undefined
  if (!posted || !('intent' in posted) || posted.intent !== intent) return undefined
  const typed = typedOf(posted)
  return 'done' in posted || Object.entries(hidden).every(([name, value]) => typed[name] === value) ? posted : undefined
}

/** If the form is removed while it has the focus, the focus moves to the row's `<summary>`. */
function useFocusOnRemoval(form: RefObject<HTMLFormElement | null>) {
  useLayoutEffect(() => {
    const element = form.current
    const row = element?.closest('details')?.querySelector('summary')
    return () => {
      if (element?.contains(document.activeElement)) row?.focus()
    }
  }, [form])
}

/** After a success passwords are cleared; after a failure the first invalid field or the notice gets the focus. */
function useOutcome<Of extends AnyOutcome>(
  answer: AnswerTo<Of> | undefined,
  isFresh: boolean,
  form: RefObject<HTMLFormElement | null>,
  notice: RefObject<HTMLElement | null>,
  onDone: ((outcome: Of['done']) => void) | undefined,
) {
  useEachAnswer(answer, () => {
    if (!answer) return
    if ('done' in answer) {
      for (const secret of form.current?.querySelectorAll<HTMLInputElement>('[autocomplete$=password]') ?? []) secret.value = ''
      if (isFresh) onDone?.(answer.done)
    } else focusOnError(form.current, notice.current)
  })
}

interface KeyFieldProps {
  formKey: string | undefined
  typed: Record<string, string>
}

/** The idempotency key of a form (core/idempotent-create.ts). It keeps the first key, also when the page is revalidated before the answer arrives. */
export function KeyField({ formKey, typed }: KeyFieldProps) {
  const [first] = useState(formKey)
  return <input type="hidden" name="key" value={typed.key ?? first} />
}

/** Shown at a form whose session has ended. The user signs in again in another tab, because this tab would lose what was typed. */
function SessionEnded({ refusal, ref }: { refusal: Refusal; ref: Ref<HTMLDivElement> }) {
  const isSignedInAgain = useAuth() !== null
  // A layout effect, so that the page does not show the user as signed in. Runs for each new refusal.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the refusal is what it answers to
  useLayoutEffect(() => authStore.end(), [refusal])
  return (
    <Notice tone={isSignedInAgain ? 'leaf' : 'amber'} role="alert" tabIndex={-1} ref={ref}>
      {isSignedInAgain ? (
        <>
          <b>You are signed in again.</b> What you wrote is still here: send it again.
        </>
      ) : (
        <>
          <b>{refusal.title}.</b> {refusal.message}
          <p>
            <a className={buttonClass({ look: 'ghost', small: true })} href={authUrl()} target="_blank" rel="noopener">
              Sign In
            </a>
          </p>
        </>
      )}
    </Notice>
  )
}
