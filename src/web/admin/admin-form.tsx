import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { type ShouldRevalidateFunctionArgs, useActionData, useLocation } from 'react-router'
import type { ActButton } from '#domain/act.ts'
import { Button, type ButtonLook } from '#ui/kit/button.tsx'
import { Dialog } from '#ui/kit/modal.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import type { AdminAnswer, AdminDone } from '#web/admin/admin-toasts.ts'
import { IntentForm } from '#web/forms/intent-form.tsx'
import { keepsForm } from '#web/forms/refusal.ts'

type FormProps = Omit<ComponentProps<typeof IntentForm<AdminDone>>, 'action' | 'plain' | 'doneWords'>

/** A form that posts to the current page with its query, so that filters and cursor stay. */
export function AdminForm(props: FormProps) {
  const { pathname, search } = useLocation()
  return <IntentForm<AdminDone> {...props} action={pathname + search} />
}

/** The outcome of a form for browsers without scripts, including a refusal of a form that could not be read. */
export function PostedOutcome() {
  const posted = useActionData() as AdminAnswer | undefined
  if (posted && 'refusal' in posted && !('intent' in posted && posted.intent)) {
    return (
      <Notice tone="bad" role="alert">
        <b>{posted.refusal.title}.</b> {posted.refusal.message}
      </Notice>
    )
  }
  if (!posted || !('done' in posted)) return null
  const { title, text, tone } = posted.done
  return (
    <Notice tone={tone === 'bad' ? 'bad' : 'leaf'} role="status">
      <b>{title}</b> {text}
    </Notice>
  )
}

interface ConfirmFormProps extends ComponentProps<typeof AdminForm> {
  /** The label of the button that opens the dialog. */
  label: ReactNode
  /** Its accessible name, if the label does not say which row it is for. */
  buttonName?: string
  labelLook?: ButtonLook
  labelDisabled?: boolean
  /** Why the action is not allowed: the button is disabled and described by this text. */
  refusal?: string | null
  /** The dialog's title, a question. */
  title: string
  /** What the action does, in a sentence or two. */
  text: ReactNode
  /** The label of the cancel button. */
  cancelLabel?: string
}

/** A button with a confirmation dialog, for money, roles and what cannot be undone. After a refusal the dialog stays open with what was typed. */
export function ConfirmForm({
  label,
  buttonName,
  labelLook = 'ghost',
  labelDisabled,
  refusal,
  title,
  text,
  cancelLabel = 'Cancel',
  onDone,
  ...form
}: ConfirmFormProps) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const why = useId()
  if (refusal) {
    return (
      <>
        <Button look={labelLook} small aria-disabled aria-label={buttonName} aria-describedby={why}>
          {label}
        </Button>
        <small className="reason" id={why}>
          {refusal}
        </small>
      </>
    )
  }
  return (
    <>
      <Button look={labelLook} small disabled={labelDisabled} aria-label={buttonName} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog open={open} onClose={close} title={title} closeLabel="Close">
        <div className="confirm">
          <div className="confirm-text">{text}</div>
          <AdminForm
            {...form}
            onDone={(toast) => {
              close()
              onDone?.(toast)
            }}
            beside={
              <Button look="ghost" onClick={close}>
                {cancelLabel}
              </Button>
            }
          />
        </div>
      </Dialog>
    </>
  )
}

type DialogFormProps = Partial<Omit<ComponentProps<typeof ConfirmForm>, 'text' | 'intent'>>

interface ActFormProps extends DialogFormProps {
  act: ActButton
  intent: string
  /** What the row is called, and what else its words leave open, by name. */
  of?: string
  values?: Record<string, string>
  /** What the dialog says of this row: before the act's own paragraphs, and after them. */
  first?: ReactNode
  last?: ReactNode
}

/** The button of an act, with its dialog where it asks first. */
export function ActForm({ act, of = '', values, first, last, ...form }: ActFormProps) {
  const { submit = act.label, busy, keep, look, text = [] } = act
  const all: Record<string, string> = { of, ...values }
  const fill = (words: string) => words.replace(/\{(\w+)\}/g, (_, name: string) => all[name] ?? '')
  const name = act.name && fill(act.name)
  const shared = { submit: fill(submit), busy }
  if (act.title === undefined) return <AdminForm {...shared} name={name} look={look ?? 'ghost'} small {...form} />
  return (
    <ConfirmForm
      {...shared}
      label={fill(act.label)}
      title={fill(act.title)}
      buttonName={name}
      cancelLabel={keep}
      labelLook={look}
      look={look === 'ink' ? undefined : look}
      {...form}
      text={
        <>
          {first}
          {text.map((paragraph) => (
            <p key={paragraph}>{paragraph.split('**').map((part, place) => (place % 2 === 1 ? <b key={part}>{fill(part)}</b> : fill(part)))}</p>
          ))}
          {last}
        </>
      }
    />
  )
}

/** Reloads the page's data after every submission, also a refused one, because another admin may have changed the data. Not if that would remove the form. */
export function revalidateAfterPost({ formMethod, actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return formMethod === 'POST' ? !keepsForm(actionResult) : defaultShouldRevalidate
}
