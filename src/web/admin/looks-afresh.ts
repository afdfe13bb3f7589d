import type { ShouldRevalidateFunctionArgs } from 'react-router'
import type { AdminAnswer } from '#web/admin/answer.ts'
import { looksAgain } from '#web/dashboard/answer.ts'

/**
 * Where another admin was faster, the row that was refused is old: the list is fetched anew. What was only written wrongly changes nothing, and an
 * answer that did not come must not take with it what was typed.
 */
export function looksAfresh(args: ShouldRevalidateFunctionArgs): boolean {
  const answer = args.actionResult as AdminAnswer | undefined
  return answer && 'refusal' in answer ? answer.refusal.code !== 'bad_input' : looksAgain(args)
}
