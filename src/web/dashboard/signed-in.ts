import { type RouterContextProvider, redirect } from 'react-router'
import type { Context } from '#features/context.ts'
import { authUrl } from '#web/addresses.ts'
import { shopContext } from '#web/shop-context.ts'

/** The context of whoever is signed in; everybody else is sent to sign in, and back here afterwards. Server only. */
export function signedIn({ request, context }: { request: Request; context: Readonly<RouterContextProvider> }): Context & { userId: string } {
  const { ctx } = context.get(shopContext)
  const { userId, sessionId } = ctx.actor
  if (userId !== null && sessionId !== null) return { ...ctx, userId }
  const { pathname, search } = new URL(request.url)
  throw redirect(authUrl('sign-in', pathname + search), { headers: { 'Cache-Control': 'no-store' } })
}
