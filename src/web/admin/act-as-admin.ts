import type { data } from 'react-router'
import type { ActionToast, AdminAnswer } from '#web/admin/action-toast.ts'
import { type AdminContext, asAdmin, type PanelRequest } from '#web/admin/as-admin.ts'
import { type ActionOptions, type Act as ActOf, runAction } from '#web/forms/run-action.ts'

/** The handler of one intent of the panel; it returns a toast. */
export type Act = ActOf<AdminContext, ActionToast>

/** The action of a page of the panel. Server only. */
export async function actAsAdmin(
  args: PanelRequest,
  acts: Record<string, Act>,
  options: ActionOptions = {},
): Promise<ReturnType<typeof data<AdminAnswer>>> {
  return runAction(args.request, asAdmin(args), acts, options)
}
