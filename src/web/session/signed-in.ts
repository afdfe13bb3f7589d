import { type RouterContextProvider, redirect } from 'react-router'
import type { Context } from '#core/context.ts'
import { authUrl } from '#web/addresses.ts'
import { shopContext } from '#web/shop-context.ts'

interface RouteInput {
  request: Request
  url: URL
  context: Readonly<RouterContextProvider>
}

/** The context of the signed-in user. Redirects guests to sign-in, which returns them here. Server only. */
export function signedIn({ request, url, context }: RouteInput): Context & { userId: string } {
  const { ctx } = context.get(shopContext)
  const { userId, sessionId } = ctx.actor
  if (userId !== null && sessionId !== null) return { ...ctx, userId }
  const returnTo = url.pathname + url.search
  // The page with the form was only shown to a signed-in user, so the session has ended.
  const isForm = request.method === 'POST'
  throw redirect(authUrl('sign-in', returnTo, isForm), { headers: { 'Cache-Control': 'no-store' } })
}
