import { data, redirect } from 'react-router'
import { may } from '#domain/roles.ts'
import type { Context } from '#features/context.ts'
import { secondFactorUrl } from '#web/addresses.ts'
import { sectionAt, sectionUseCases } from '#web/admin/sections.ts'
import { signedIn } from '#web/session/signed-in.ts'

export type AdminContext = Context & { userId: string }

const headers = { 'Cache-Control': 'no-store' }

/**
 * The context of somebody whose role opens this section of the panel. Guests are redirected to sign-in and back, an owner or manager without the second factor
 * that the shop asks of them to where it is set up; all others see 'Access Denied' (spec §2, route table). Server only.
 */
export function asAdmin(args: Parameters<typeof signedIn>[0]): AdminContext {
  const ctx = signedIn(args)
  const { actor } = ctx
  if (actor.lacksSecondFactor) throw redirect(secondFactorUrl, { headers })
  const section = sectionAt(args.url.pathname)
  if (section === null ? actor.role !== null : may(actor, sectionUseCases[section])) return ctx
  throw data({ message: 'Access Denied', works: actor.role !== null }, { status: 403, headers })
}
