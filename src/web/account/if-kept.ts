import type { SessionFacts } from '#features/people/read-session.ts'
import type { AuthAnswer } from '#web/account/auth-answer.ts'
import { sessionUrl } from '#web/addresses.ts'
import type { Refusal } from '#web/refusal.ts'

/**
 * The answer to a form of the sign-in screen, as far as the browser kept it: one that refuses the shop's cookies is signed in to nothing, whatever the shop
 * answered. Only the shop can tell, and it is asked only where the browser looks like that, so that other browsers do not wait. Browser only.
 */
export async function ifKept(answer: AuthAnswer): Promise<AuthAnswer> {
  if (!('done' in answer) || answer.done !== 'signed-in' || keepsSiteData()) return answer
  try {
    const { session } = (await (await fetch(sessionUrl, { cache: 'no-store' })).json()) as { session: SessionFacts | null }
    return session?.user.id === answer.session.user.id ? answer : { refusal: notKept }
  } catch {
    return { unsure: 'lost' }
  }
}

/** In the words of the cart (cart/add-to-cart.tsx). */
const notKept: Refusal = {
  code: 'session_missing',
  title: 'Sign in failed',
  message: 'This browser lets the shop keep nothing. Allow it to store site data, then sign in again.',
}

const probe = 'viatu-probe'

function keepsSiteData(): boolean {
  try {
    localStorage.setItem(probe, '')
    localStorage.removeItem(probe)
    return navigator.cookieEnabled
  } catch {
    return false
  }
}
