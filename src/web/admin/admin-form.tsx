import type { ComponentProps } from 'react'
import { useActionData, useLocation } from 'react-router'
import { Notice } from '#ui/kit/notice.tsx'
import type { AdminAnswer, AdminDone } from '#web/admin/action-toast.ts'
import { IntentForm } from '#web/forms/intent-form.tsx'

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
