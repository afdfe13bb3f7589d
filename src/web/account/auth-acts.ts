import { data, redirect } from 'react-router'
import { ownPath } from '#domain/own-path.ts'
import { newPasswordRefusal } from '#domain/password.ts'
import { Problem, problems } from '#domain/problem.ts'
import type { ShopFacts } from '#domain/shop.ts'
import { signUpFields, signUpRefusal } from '#domain/sign-up-rules.ts'
import { takeCart } from '#features/cart/take-cart.ts'
import type { Context } from '#features/context.ts'
import { passSecondFactor } from '#features/people/change-second-factor.ts'
import { requestRecovery } from '#features/people/request-recovery.ts'
import { resendVerification } from '#features/people/resend-verification.ts'
import { resetPassword } from '#features/people/reset-password.ts'
import { type SignedIn, signIn } from '#features/people/sign-in.ts'
import { signUp } from '#features/people/sign-up.ts'
import { verifyAddress } from '#features/people/verify-address.ts'
import type { Done, Failed, Intent } from '#web/account/auth-answer.ts'
import { cookieHeaders } from '#web/account/cookie-headers.ts'
import { forgottenLink, type Link, readLink } from '#web/account/link-cookie.ts'
import { isScripted } from '#web/account/scripted-field.tsx'
import { dashboardUrl } from '#web/addresses.ts'
import { type Refusal, refused } from '#web/refusal.ts'

interface Asked {
  ctx: Context
  shop: ShopFacts
  request: Request
  /** As the router reads it, the same for a page and for a navigation. */
  url: URL
  form: FormData
  text(name: string): string
}

type Act = (asked: Asked) => Promise<ReturnType<typeof answer> | Response>

/** Carries out what a form of the sign-in screen or of the reset page asks for. What is refused is answered with what was typed, but no password. */
export async function act(request: Request, url: URL, { ctx, shop }: { ctx: Context; shop: ShopFacts }) {
  const form = await request.formData().catch(() => new FormData())
  const intent = (form.get('intent') ?? '') as Intent
  const text = (name: string) => String(form.get(name) ?? '')
  try {
    // Its own only: what every object inherits, such as `constructor`, would hand the whole context back to whoever asked.
    if (!Object.hasOwn(acts, intent)) throw new Problem('malformed')
    return await acts[intent]({ ctx, shop, request, url, form, text })
  } catch (error) {
    const { data: said, init } = refused(error)
    return data<Failed>({ ...said, intent, values: typed(form) }, init ?? undefined)
  }
}

const acts: Record<Intent, Act> = {
  'sign-in': async (asked) => {
    const { ctx, text } = asked
    const entered = await signIn(ctx, { email: text('email'), password: text('password') }, deviceOf(asked))
    return 'challenge' in entered ? answer({ done: 'code', challenge: entered.challenge }, entered.cookies) : welcome(asked, entered)
  },
  code: async (asked) => {
    const { ctx, text } = asked
    return welcome(asked, await passSecondFactor(ctx, { challenge: text('challenge'), code: text('code') }, deviceOf(asked)))
  },
  'sign-up': async ({ ctx, form, text }) => {
    const refusal = signUpRefusal(Object.fromEntries(signUpFields.map((name) => [name, text(name)])))
    if (refusal) return unsent(refusal, 'sign-up', form)
    const { user } = await signUp(ctx, {
      full_name: text('full_name'),
      phone: text('phone'),
      email: text('email'),
      password: text('password'),
      is_affiliate: form.has('is_affiliate'),
    })
    return answer({ done: 'signed-up', email: user.email })
  },
  forgot: async ({ ctx, text }) => {
    await requestRecovery(ctx, { email: text('email') })
    return answer({ done: 'forgot', email: text('email').trim() })
  },
  resend: async ({ ctx, text }) => {
    await resendVerification(ctx, { email: text('email') })
    return answer({ done: 'resent', email: text('email').trim() })
  },
  'new-password': async ({ ctx, shop, request, form, text }) => {
    const refusal = newPasswordRefusal(text('password'), text('confirmation'))
    if (refusal) return unsent(refusal, 'new-password', form)
    const { cookies } = await resetPassword(ctx, { token: tokenIn(readLink(request, shop), ['recover']), password: text('password') })
    return answer({ done: 'new-password' }, [...cookies, forgottenLink(shop)])
  },
  confirm: async (asked) => {
    const { ctx, shop, request, text } = asked
    const link = readLink(request, shop)
    const kind = link?.kind === 'change' ? 'change' : 'verify'
    const { email } = await verifyAddress(ctx, kind, { token: tokenIn(link, ['verify', 'change']), password: text('password') })
    if (kind === 'change') return answer({ done: 'confirmed', email }, [forgottenLink(shop)])
    const entered = await signIn(ctx, { email, password: text('password') }, deviceOf(asked))
    if ('challenge' in entered) return answer({ done: 'confirmed', email }, [forgottenLink(shop)])
    return welcome(asked, { ...entered, cookies: [...entered.cookies, forgottenLink(shop)] })
  },
}

/** A page without scripts goes on by itself: to where somebody wanted to go, or to the dashboard, which shows that they are signed in. */
async function welcome({ ctx, form, url }: Asked, { session, cookies }: SignedIn) {
  if (isScripted(form)) return answer({ done: 'signed-in', session, cart: await takeCart(ctx, session.user.id) }, cookies)
  return redirect(ownPath(url.searchParams.get('next')) ?? dashboardUrl, { headers: cookieHeaders(cookies) })
}

function answer(done: Done, cookies: string[] = []) {
  return data<Done | Failed>(done, { headers: cookieHeaders(cookies) })
}

/** What the form itself would have said, had it had scripts. */
function unsent({ title, message, fields }: NonNullable<ReturnType<typeof signUpRefusal>>, intent: Intent, form: FormData) {
  const refusal: Refusal = title
    ? { code: 'weak_password', title, message: message ?? '', fields }
    : { code: 'bad_input', ...problems.bad_input, fields }
  return data<Done | Failed>({ refusal, intent, values: typed(form) }, { status: 422, headers: cookieHeaders([]) })
}

function deviceOf({ request }: Asked) {
  return { userAgent: request.headers.get('user-agent') }
}

/** The token of a link of the right kind; a verb says what is wrong with none. */
function tokenIn(link: Link | null, kinds: Link['kind'][]): string {
  return link && kinds.includes(link.kind) ? link.token : ''
}

function typed(form: FormData): Record<string, string> {
  const secret = ['password', 'confirmation', 'scripted', 'intent']
  return Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === 'string' && !secret.includes(name) ? [[name, value]] : [])))
}
