import { data, redirect } from 'react-router'
import type { Context } from '#core/context.ts'
import { isProblem, problemStatus } from '#domain/problem.ts'
import { may } from '#domain/roles.ts'
import { getProfile } from '#features/people/profiles.ts'
import { secondFactorUrl } from '#web/addresses.ts'
import type { ActionToast, AdminAnswer } from '#web/admin/admin-toasts.ts'
import { sectionAt, sectionUseCases } from '#web/admin/sections.ts'
import type { FilterAffiliate } from '#web/admin/toolbar.tsx'
import { type ActionOptions, type Act as ActOf, runAction } from '#web/forms/run-action.ts'
import { signedIn } from '#web/session/signed-in.ts'

export type AdminContext = Context & { userId: string }

/** Of a loader or action; `pattern` is that of its route, such as `admin/orders/:id`. */
export type PanelRequest = Parameters<typeof signedIn>[0] & { pattern: string }

const headers = { 'Cache-Control': 'no-store' }

/**
 * The context of somebody whose role opens this section of the panel. Guests are redirected to sign-in and back, an owner or manager without the second factor
 * that the shop asks of them to where it is set up; all others see 'Access Denied' (spec §2, route table). The section is that of the route, because an address has many
 * spellings; a route of no section, but for the panel's own, is not found. Server only, as all that is here.
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

/** The action of a page of the panel. */
export async function actAsAdmin(
  args: PanelRequest,
  acts: Record<string, Act>,
  options: ActionOptions = {},
): Promise<ReturnType<typeof data<AdminAnswer>>> {
  return runAction(args.request, asAdmin(args), acts, options)
}

/** Loads a row, and throws a 404 response if it does not exist. */
export async function loadOne<Row>(get: () => Promise<Row>): Promise<Row> {
  try {
    return await get()
  } catch (error) {
    if (!isProblem(error) || problemStatus(error) !== 404) throw error
    throw data(error.message, { status: 404, headers: { 'Cache-Control': 'no-store' } })
  }
}

/** The affiliate that a list is filtered by, or null; a deleted account has no name. */
export async function findFilterAffiliate(ctx: AdminContext, id: string | undefined): Promise<FilterAffiliate | null> {
  if (!id) return null
  try {
    const { full_name, affiliate_code } = await getProfile(ctx, id)
    return { id, name: [full_name, affiliate_code && `(${affiliate_code})`].filter(Boolean).join(' ') }
  } catch (error) {
    if (isProblem(error)) return { id, name: 'an account that was deleted' }
    throw error
  }
}

/** A response that downloads a CSV file. */
export function csvFile(name: string, body: string | ReadableStream<Uint8Array>): Response {
  return new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    },
  })
}
