import { type RouterContextProvider, redirect } from 'react-router'
import type { Context } from '#features/context.ts'
import { authUrl } from '#web/addresses.ts'
import { shopContext } from '#web/shop-context.ts'

interface Asked {
  request: Request
  url: URL
  context: Readonly<RouterContextProvider>
}

/** The context of whoever is signed in; everybody else is sent to sign in, and back here afterwards. Server only. */
export function signedIn({ request, url, context }: Asked): Context & { userId: string } {
  const { ctx } = context.get(shopContext)
  const { userId, sessionId } = ctx.actor
  if (userId !== null && sessionId !== null) return { ...ctx, userId }
  const here = url.pathname + url.search
  // A form stands only on a page that was shown to somebody who was signed in.
  const isForm = request.method === 'POST'
  throw redirect(authUrl('sign-in', here, isForm), { headers: { 'Cache-Control': 'no-store' } })
}
