import { showToast } from '#ui/kit/toast-store.ts'
import type { AdminAnswer } from '#web/admin/answer.ts'
import { answerOf } from '#web/refusal.ts'

/** `export const clientAction = actAndTell`: what happened is said aloud, a refusal as 'Error' with its message (spec §8, Admin actions). Browser only. */
export async function actAndTell({ serverAction }: { serverAction: () => Promise<AdminAnswer> }): Promise<AdminAnswer> {
  const answer = await answerOf<AdminAnswer>(serverAction)
  if ('done' in answer) showToast(answer.done)
  else if ('refusal' in answer) showToast({ title: 'Error', text: answer.refusal.message, tone: 'bad' })
  return answer
}
