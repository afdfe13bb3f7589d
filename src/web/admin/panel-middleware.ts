import { dismissTopic } from '#ui/kit/toast-store.ts'
import type { AdminAnswer } from '#web/admin/action-toast.ts'
import { showAnswer, topicOfRequest } from '#web/admin/admin-toasts.ts'
import { answerForms } from '#web/forms/answer-forms.ts'
import { keepLists } from '#web/lists/load-more.tsx'

/** Shows what a form brought about as a toast, a refusal as 'Error' with its message (spec §8, Admin actions). */
const showToasts = answerForms<AdminAnswer>(async (request) => {
  const topic = await topicOfRequest(request)
  dismissTopic(topic)
  return (answer) => showAnswer(answer, topic)
})

/** Around each request of a page of the panel in the browser. */
export const panelMiddleware = [showToasts, keepLists]
