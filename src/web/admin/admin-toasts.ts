import type { Said } from '#domain/act.ts'
import { dismissTopic, showToast } from '#ui/kit/toast-store.ts'
import { answerForms } from '#web/forms/answer-forms.ts'
import { type AnswerTo, answerOf, type Refusal, type Unsure } from '#web/forms/refusal.ts'
import { keepLists } from '#web/lists/load-more.tsx'

export type ActionToast = Said
export type AdminDone = { intent: string; done: ActionToast }
export type AdminAnswer = AnswerTo<AdminDone>

/** Shows what a form brought about as a toast, a refusal as 'Error' with its message (spec §8, Admin actions). */
const showToasts = answerForms<AdminAnswer>(async (request) => {
  const topic = await topicOfRequest(request)
  dismissTopic(topic)
  return (answer) => showAnswer(answer, topic)
})

/** Around each request of a page of the panel in the browser. */
export const panelMiddleware = [showToasts, keepLists]

interface ClientActionArgs {
  request: Request
  serverAction: () => Promise<AdminAnswer>
}

/** The client action of a page that shows a toast for an unknown outcome too: `wordsOf` an intent and what is known are its text, none for null. Browser only. */
export async function toastUnsure({ request, serverAction }: ClientActionArgs, wordsOf: (intent: string, unsure: Unsure['unsure']) => string | null) {
  const [form, topic] = await Promise.all([request.clone().formData(), topicOfRequest(request)])
  const answer = await answerOf<AdminAnswer>(serverAction)
  const text = 'unsure' in answer && wordsOf(String(form.get('intent')), answer.unsure)
  if (text) showToast({ title: 'Error', text, tone: 'bad', topic })
  return answer
}

/** Shows the toast of an answer; nothing if the outcome is unknown, or what is done says nothing. */
function showAnswer(answer: AdminAnswer, topic: string): void {
  if ('done' in answer && !answer.done.isQuiet) showToast({ ...answer.done, topic })
  if ('refusal' in answer) showToast({ title: titleOf(answer.refusal), text: answer.refusal.message, tone: 'bad', topic })
}

/** 'Error' (spec §8, Admin actions), except for a session that has ended. */
function titleOf({ code, title }: Refusal): string {
  return code === 'signed_out' ? title : 'Error'
}

/** The toast topic of a request: page, intent and row ids, so that a second try replaces the toast of the first. A body with a file is not read. */
async function topicOfRequest(request: Request): Promise<string> {
  const { pathname } = new URL(request.url)
  if (!request.headers.get('content-type')?.startsWith('application/x-www-form-urlencoded')) return pathname
  const form = new URLSearchParams(await request.clone().text())
  return topicOf(pathname, form.get('intent') ?? '', ...form.getAll('id'))
}

/** A toast topic from its parts. */
export function topicOf(pathname: string, intent: string, ...ids: string[]): string {
  return [pathname, intent, ...ids].join(' ')
}
