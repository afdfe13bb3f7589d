import { redirect } from 'react-router'
import { dashboardUrl } from '#web/addresses.ts'
import { signedIn } from '#web/session/signed-in.ts'

/** The context of an affiliate. Redirects other users to the profile, where they can join. Server only. */
export function asAffiliate(args: Parameters<typeof signedIn>[0]): ReturnType<typeof signedIn> {
  const ctx = signedIn(args)
  if (!ctx.actor.isAffiliate) throw redirect(dashboardUrl)
  return ctx
}
