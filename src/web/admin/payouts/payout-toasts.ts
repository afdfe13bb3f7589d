import { showToast } from '#ui/kit/toast-store.ts'
import type { AdminAnswer } from '#web/admin/action-toast.ts'
import { type Acted, actAndTell, actOf } from '#web/admin/admin-toasts.ts'

/** The acts that pay: where no answer says why they failed, spec §8 has the words. */
const paying = new Set(['paid', 'send', 'send-all'])

/** `export const clientAction = actOnPayout`. Browser only. */
export async function actOnPayout(args: Acted): Promise<AdminAnswer> {
  const { request } = args
  const [form, about] = await Promise.all([request.clone().formData(), actOf(request)])
  const answer = await actAndTell(args)
  if ('unsure' in answer && paying.has(String(form.get('intent'))))
    showToast({ title: 'Error', text: 'Failed to process payout completion', tone: 'bad', about })
  return answer
}
