import { type RouterContextProvider, redirect } from 'react-router'
import type { Context } from '#features/context.ts'
import { authUrl } from '#web/addresses.ts'
import { shopContext } from '#web/shop-context.ts'

/** The context of whoever is signed in; everybody else is sent to sign in, and back here afterwards. Server only. */
export function signedIn({ url, context }: { url: URL; context: Readonly<RouterContextProvider> }): Context & { userId: string } {
  const { ctx } = context.get(shopContext)
  const { userId, sessionId } = ctx.actor
  if (userId !== null && sessionId !== null) return { ...ctx, userId }
  throw redirect(authUrl('sign-in', url.pathname + url.search), { headers: { 'Cache-Control': 'no-store' } })
}
