import type { SessionFacts } from '#features/people/read-session.ts'
import type { AuthAnswer } from '#web/account/auth-answer.ts'
import { sessionUrl } from '#web/addresses.ts'
import { device, storedValue } from '#web/browser/stored-value.ts'
import type { Refusal } from '#web/forms/refusal.ts'

/**
 * Checks that the browser stored the session of a successful sign-in, and turns the answer into a refusal if it refuses cookies. Asks the server only if the
 * browser seems to forbid storage, so that other browsers do not wait. Browser only.
 */
export async function requireCookies(answer: AuthAnswer): Promise<AuthAnswer> {
  if (!('done' in answer) || answer.done !== 'signed-in' || canStore()) return answer
  try {
    const { session } = (await (await fetch(sessionUrl, { cache: 'no-store' })).json()) as { session: SessionFacts | null }
    return session?.user.id === answer.session.user.id ? answer : { refusal: noStorage }
  } catch {
    return { unsure: 'lost' }
  }
}

/** The same wording as in the cart (cart/add-to-cart.tsx). */
const noStorage: Refusal = {
  code: 'session_missing',
  title: 'Sign in failed',
  message: 'This browser does not let the shop store anything. Allow it to store site data, then sign in again.',
}

const probe = storedValue(device, 'viatu-probe', { empty: '', parse: String })

function canStore(): boolean {
  return probe.tryWrite('yes') && probe.tryWrite(null) && navigator.cookieEnabled
}
