import { dismissTopic, showToast } from '#ui/kit/toast-store.ts'
import type { AdminAnswer } from '#web/admin/action-toast.ts'
import { answerOf, type Refusal } from '#web/forms/refusal.ts'

/** The arguments of a client action. */
export interface ClientActionInput {
  request: Request
  serverAction: () => Promise<AdminAnswer>
}

/** `export const clientAction = …`: calls the server action and shows its toast, or a refusal as 'Error' with its message (spec §8, Admin actions). Browser only. */
export async function actWithToast({ request, serverAction }: ClientActionInput): Promise<AdminAnswer> {
  const topic = await topicOfRequest(request)
  dismissTopic(topic)
  const answer = await answerOf<AdminAnswer>(serverAction)
  showAnswer(answer, topic)
  return answer
}

/** Shows the toast of an answer; nothing if the outcome is unknown. */
export function showAnswer(answer: AdminAnswer, topic: string): void {
  if ('done' in answer) showToast({ ...answer.done, topic })
  else if ('refusal' in answer) showToast({ title: titleOf(answer.refusal), text: answer.refusal.message, tone: 'bad', topic })
}

/** 'Error' (spec §8, Admin actions), except for a session that has ended. */
function titleOf({ code, title }: Refusal): string {
  return code === 'signed_out' ? title : 'Error'
}

/** The toast topic of a request: page, intent and row ids, so that a second try replaces the toast of the first. A body with a file is not read. */
export async function topicOfRequest(request: Request): Promise<string> {
  const { pathname } = new URL(request.url)
  if (!request.headers.get('content-type')?.startsWith('application/x-www-form-urlencoded')) return pathname
  const form = new URLSearchParams(await request.clone().text())
  return topicOf(pathname, form.get('intent') ?? '', ...form.getAll('id'))
}

/** A toast topic from its parts. */
export function topicOf(pathname: string, intent: string, ...ids: string[]): string {
  return [pathname, intent, ...ids].join(' ')
}
