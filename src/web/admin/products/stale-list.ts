import { forgetToasts } from '#ui/kit/toast-store.ts'
import type { AdminAnswer } from '#web/admin/action-toast.ts'
import { type Acted, actOf, tell } from '#web/admin/admin-toasts.ts'
import { answerOf } from '#web/refusal.ts'

/** Something was done that the list below a dialog does not show yet. Browser only. */
let isStale = false

/**
 * As `actAndTell`, and closing the dialog brings the list anew, even where it closes before the list has come. What can be seen where it was done, the
 * `quiet` intents, is not said in a toast as well.
 */
export async function actOnList({ request, serverAction }: Acted, quiet: string[] = []): Promise<AdminAnswer> {
  const about = await actOf(request)
  forgetToasts(about)
  const answer = await answerOf<AdminAnswer>(serverAction)
  if ('done' in answer) markListStale()
  if (!('done' in answer && quiet.includes(answer.intent))) tell(answer, about)
  return answer
}

export function markListStale(): void {
  isStale = true
}

export function listIsStale(): boolean {
  return isStale
}

/** The list as it is now has come. */
export async function freshList<T>(load: () => Promise<T>): Promise<T> {
  const list = await load()
  isStale = false
  return list
}
