import { data } from 'react-router'
import type { Context } from '#features/context.ts'
import { signedIn } from '#web/session/signed-in.ts'

export type AdminContext = Context & { userId: string }

/** The context of an admin. Guests are redirected to sign-in and back; other users see 'Access Denied' (spec §2, route table). Server only. */
export function asAdmin(args: Parameters<typeof signedIn>[0]): AdminContext {
  const ctx = signedIn(args)
  if (ctx.actor.isAdmin) return ctx
  throw data('Access Denied', { status: 403, headers: { 'Cache-Control': 'no-store' } })
}
