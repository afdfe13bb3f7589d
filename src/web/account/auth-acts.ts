import { data, redirect } from 'react-router'
import type { Context } from '#core/context.ts'
import { newPasswordRefusal, signUpFields, signUpRefusal } from '#domain/account.ts'
import { ownPath } from '#domain/own-path.ts'
import { Problem, problems } from '#domain/problem.ts'
import type { ShopFacts } from '#domain/shop.ts'
import { takeCart } from '#features/catalogue/carts.ts'
import { resetPassword } from '#features/people/change-password.ts'
import { passSecondFactor } from '#features/people/change-second-factor.ts'
import { verifyAddress } from '#features/people/email-address.ts'
import { requestRecovery, resendVerification } from '#features/people/email-requests.ts'
import { type SignedIn, signIn } from '#features/people/sign-in.ts'
import { signUp } from '#features/people/sign-up.ts'
import type { Done, Failed, Intent } from '#web/account/auth-answer.ts'
import { clearLinkCookie, cookieHeaders, type Link, readLink } from '#web/account/auth-cookies.ts'
import { dashboardUrl } from '#web/addresses.ts'
import { type Refusal, refusalResponse } from '#web/forms/refusal.ts'
import { isScripted } from '#web/forms/use-action.tsx'

interface ActionInput {
  ctx: Context
  shop: ShopFacts
  request: Request
  /** The page's address, without the suffix of data requests. */
  url: URL
  form: FormData
  text(name: string): string
}

type FormAction = (input: ActionInput) => Promise<ReturnType<typeof answer> | Response>

/** The action of the sign-in screen and of the reset page, by the form's `intent`. A refusal returns what was typed, without passwords. */
export async function act(request: Request, url: URL, { ctx, shop }: { ctx: Context; shop: ShopFacts }) {
  const form = await request.formData().catch(() => new FormData())
  const intent = (form.get('intent') ?? '') as Intent
  const text = (name: string) => String(form.get(name) ?? '')
  try {
    // Own properties only: an inherited one, such as `constructor`, would return the whole context to the client.
    if (!Object.hasOwn(actions, intent)) throw new Problem('malformed')
    return await actions[intent]({ ctx, shop, request, url, form, text })
  } catch (error) {
    const { data: said, init } = refusalResponse(error)
    return data<Failed>({ ...said, intent, values: typedValues(form) }, init ?? undefined)
  }
}

const actions: Record<Intent, FormAction> = {
  'sign-in': async (input) => {
    const { ctx, text } = input
    const entered = await signIn(ctx, { email: text('email'), password: text('password') }, deviceOf(input))
    return 'challenge' in entered ? answer({ done: 'code', challenge: entered.challenge }, entered.cookies) : welcome(input, entered)
  },
  code: async (input) => {
    const { ctx, text } = input
    return welcome(input, await passSecondFactor(ctx, { challenge: text('challenge'), code: text('code') }, deviceOf(input)))
  },
  'sign-up': async ({ ctx, form, text }) => {
    const refusal = signUpRefusal(Object.fromEntries(signUpFields.map((name) => [name, text(name)])))
    if (refusal) return invalidForm(refusal, 'sign-up', form)
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
    if (refusal) return invalidForm(refusal, 'new-password', form)
    const { cookies } = await resetPassword(ctx, { token: tokenIn(readLink(request, shop), ['recover']), password: text('password') })
    return answer({ done: 'new-password' }, [...cookies, clearLinkCookie(shop)])
  },
  confirm: async (input) => {
    const { ctx, shop, request, text } = input
    const link = readLink(request, shop)
    const kind = link?.kind === 'change' ? 'change' : 'verify'
    const { email } = await verifyAddress(ctx, kind, { token: tokenIn(link, ['verify', 'change']), password: text('password') })
    if (kind === 'change') return answer({ done: 'confirmed', email }, [clearLinkCookie(shop)])
    const entered = await signIn(ctx, { email, password: text('password') }, deviceOf(input))
    if ('challenge' in entered) return answer({ done: 'confirmed', email }, [clearLinkCookie(shop)])
    return welcome(input, { ...entered, cookies: [...entered.cookies, clearLinkCookie(shop)] })
  },
}

/** After sign-in a page without scripts is redirected: to `next`, or to the dashboard, which shows that the user is signed in. */
async function welcome({ ctx, form, url }: ActionInput, { session, cookies }: SignedIn) {
  if (isScripted(form)) return answer({ done: 'signed-in', session, cart: await takeCart(ctx, session.user.id) }, cookies)
  return redirect(ownPath(url.searchParams.get('next')) ?? dashboardUrl, { headers: cookieHeaders(cookies) })
}

function answer(done: Done, cookies: string[] = []) {
  return data<Done | Failed>(done, { headers: cookieHeaders(cookies) })
}

/** The same errors that the form shows with scripts. */
function invalidForm({ title, message, fields }: NonNullable<ReturnType<typeof signUpRefusal>>, intent: Intent, form: FormData) {
  const refusal: Refusal = title
    ? { code: 'weak_password', title, message: message ?? '', fields }
    : { code: 'bad_input', ...problems.bad_input, fields }
  return data<Done | Failed>({ refusal, intent, values: typedValues(form) }, { status: 422, headers: cookieHeaders([]) })
}

function deviceOf({ request }: ActionInput) {
  return { userAgent: request.headers.get('user-agent') }
}

/** The token of a link of one of these kinds; empty for any other link, which the verb then refuses. */
function tokenIn(link: Link | null, kinds: Link['kind'][]): string {
  return link && kinds.includes(link.kind) ? link.token : ''
}

function typedValues(form: FormData): Record<string, string> {
  const secret = ['password', 'confirmation', 'scripted', 'intent']
  return Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === 'string' && !secret.includes(name) ? [[name, value]] : [])))
}
