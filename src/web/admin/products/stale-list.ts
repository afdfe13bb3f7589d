import { dismissTopic } from '#ui/kit/toast-store.ts'
import type { AdminAnswer } from '#web/admin/action-toast.ts'
import { type ClientActionInput, showAnswer, topicOfRequest } from '#web/admin/admin-toasts.ts'
import { answerOf } from '#web/forms/refusal.ts'

/** Set when an action in a dialog has changed the list below it. Browser only. */
let isStale = false

/**
 * As `actWithToast`, but also marks the list as stale, so that it is reloaded when the dialog closes. Intents in `quiet` show no toast, because their effect is
 * visible.
 */
export async function actOnList({ request, serverAction }: ClientActionInput, quiet: string[] = []): Promise<AdminAnswer> {
  const about = await topicOfRequest(request)
  dismissTopic(about)
  const answer = await answerOf<AdminAnswer>(serverAction)
  if ('done' in answer) markListStale()
  if (!('done' in answer && quiet.includes(answer.intent))) showAnswer(answer, about)
  return answer
}

export function markListStale(): void {
  isStale = true
}

export function listIsStale(): boolean {
  return isStale
}

/** Loads the list and clears the stale mark. */
export async function freshList<T>(load: () => Promise<T>): Promise<T> {
  const list = await load()
  isStale = false
  return list
}
