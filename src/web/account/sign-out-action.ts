import { data, redirect } from 'react-router'
import { keepCart } from '#features/catalogue/carts.ts'
import { signOut } from '#features/people/sessions.ts'
import { cookieHeaders } from '#web/account/auth-cookies.ts'
import { homeUrl } from '#web/addresses.ts'
import { answerOf, refusalResponse } from '#web/forms/refusal.ts'
import { isScripted } from '#web/forms/use-action.tsx'
import { shopContext } from '#web/shop-context.ts'
import type { Route } from './+types/sign-out-action.ts'

/** A route without a page, for the form of the Sign Out button. */
export function loader() {
  return redirect(homeUrl)
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData().catch(() => new FormData())
  try {
    const { ctx } = context.get(shopContext)
    await keepCart(ctx, String(form.get('cart') ?? ''))
    const { cookies } = await signOut(ctx)
    const headers = cookieHeaders(cookies)
    return isScripted(form) ? data({ signedOut: true }, { headers }) : redirect(homeUrl, { headers })
  } catch (error) {
    return refusalResponse(error)
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOf(serverAction)
}
