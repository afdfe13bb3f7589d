import { forgetToasts, showToast } from '#ui/kit/toast-store.ts'
import type { AdminAnswer } from '#web/admin/action-toast.ts'
import { answerOf, type Refusal } from '#web/refusal.ts'

/** What the action of a page is called with in the browser. */
export interface Acted {
  request: Request
  serverAction: () => Promise<AdminAnswer>
}

/** `export const clientAction = actAndTell`: what happened is said aloud, a refusal as 'Error' with its message (spec §8, Admin actions). Browser only. */
export async function actAndTell({ request, serverAction }: Acted): Promise<AdminAnswer> {
  const about = await actOf(request)
  forgetToasts(about)
  const answer = await answerOf<AdminAnswer>(serverAction)
  tell(answer, about)
  return answer
}

export function tell(answer: AdminAnswer, about: string): void {
  if ('done' in answer) showToast({ ...answer.done, about })
  else if ('refusal' in answer) showToast({ title: titleOf(answer.refusal), text: answer.refusal.message, tone: 'bad', about })
}

/** Spec §8, Admin actions; a session that has ended is no failure of the act. */
function titleOf({ code, title }: Refusal): string {
  return code === 'signed_out' ? title : 'Error'
}

/** Which act of which page, on which row: what is said of it once more takes the place of what was said before. A form with a file is not read twice. */
export async function actOf(request: Request): Promise<string> {
  const { pathname } = new URL(request.url)
  if (!request.headers.get('content-type')?.startsWith('application/x-www-form-urlencoded')) return pathname
  const form = new URLSearchParams(await request.clone().text())
  return aboutOf(pathname, form.get('intent') ?? '', ...form.getAll('id'))
}

export function aboutOf(pathname: string, intent: string, ...ids: string[]): string {
  return [pathname, intent, ...ids].join(' ')
}
