import { redirect } from 'react-router'
import { dashboardUrl } from '#web/addresses.ts'
import { signedIn } from '#web/dashboard/signed-in.ts'

/** The context of an affiliate; everybody else who is signed in finds the card to join beside the profile. Server only. */
export function asAffiliate(args: Parameters<typeof signedIn>[0]): ReturnType<typeof signedIn> {
  const ctx = signedIn(args)
  if (!ctx.actor.isAffiliate) throw redirect(dashboardUrl)
  return ctx
}
