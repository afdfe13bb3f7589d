import { showToast } from '#ui/kit/toast-store.ts'
import type { AdminAnswer } from '#web/admin/action-toast.ts'
import { actWithToast, type ClientActionInput, topicOfRequest } from '#web/admin/admin-toasts.ts'

/** The intents that pay: spec §8 has a text for an unknown outcome. */
const paying = new Set(['paid', 'send', 'send-all'])

/** `export const clientAction = actOnPayout`: as `actWithToast`, with that text. Browser only. */
export async function actOnPayout(args: ClientActionInput): Promise<AdminAnswer> {
  const { request } = args
  const [form, topic] = await Promise.all([request.clone().formData(), topicOfRequest(request)])
  const answer = await actWithToast(args)
  if ('unsure' in answer && paying.has(String(form.get('intent'))))
    showToast({ title: 'Error', text: 'Failed to process payout completion', tone: 'bad', topic })
  return answer
}
