import { data, redirect } from 'react-router'
import type { Context } from '#core/context.ts'
import { may } from '#domain/roles.ts'
import { secondFactorUrl } from '#web/addresses.ts'
import type { ActionToast, AdminAnswer } from '#web/admin/admin-toasts.ts'
import { sectionAt, sectionUseCases } from '#web/admin/sections.ts'
import { type ActionOptions, type Act as ActOf, runAction } from '#web/forms/run-action.ts'
import { signedIn } from '#web/session/signed-in.ts'

export type AdminContext = Context & { userId: string }

/** Of a loader or action; `pattern` is that of its route, such as `admin/orders/:id`. */
export type PanelRequest = Parameters<typeof signedIn>[0] & { pattern: string }

const headers = { 'Cache-Control': 'no-store' }

/**
 * The context of somebody whose role opens this section of the panel. Guests are redirected to sign-in and back, an owner or manager without the second factor
 * that the shop asks of them to where it is set up; all others see 'Access Denied' (spec §2, route table). The section is that of the route, because an address has many
 * spellings; a route of no section, but for the panel's own, is not found. Server only.
 */
export function asAdmin(args: PanelRequest): AdminContext {
  const ctx = signedIn(args)
  const { actor } = ctx
  if (actor.lacksSecondFactor) throw redirect(secondFactorUrl, { headers })
  const section = sectionAt(args.pattern)
  if (section === null && args.pattern !== 'admin' && actor.role !== null) throw data(null, { status: 404, headers })
  if (section === null ? actor.role !== null : may(actor, sectionUseCases[section])) return ctx
  throw data({ message: 'Access Denied', works: actor.role !== null }, { status: 403, headers })
}

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
