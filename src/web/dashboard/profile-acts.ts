import { data, type RouterContextProvider, redirect } from 'react-router'
import { isProblem, Problem } from '#domain/problem.ts'
import { joinAffiliates } from '#features/affiliates/join-affiliates.ts'
import type { Context } from '#features/context.ts'
import type { Device } from '#features/people/call-auth.ts'
import { changeAddress } from '#features/people/change-address.ts'
import { changePassword } from '#features/people/change-password.ts'
import { beginSecondFactor, confirmSecondFactor, endSecondFactor } from '#features/people/change-second-factor.ts'
import { deleteAccount, missingToDelete } from '#features/people/delete-account.ts'
import { endOtherSessions, endSession } from '#features/people/end-session.ts'
import { findActor } from '#features/people/find-actor.ts'
import type { SignedIn } from '#features/people/sign-in.ts'
import { updateProfile } from '#features/people/update-profile.ts'
import { cookieHeaders } from '#web/account/cookie-headers.ts'
import { accountDeletedUrl, affiliateUrl } from '#web/addresses.ts'
import { cancelFromForm, requestFromForm, setDetailsFromForm } from '#web/affiliate/wallet-acts.ts'
import type { Intent, Outcome } from '#web/dashboard/form-answer.ts'
import { qrPicture } from '#web/dashboard/qr-picture.ts'
import { signedIn } from '#web/dashboard/signed-in.ts'
import { refused } from '#web/refusal.ts'
import { shopContext } from '#web/shop-context.ts'

type Sent = Record<string, string>
interface Carried {
  outcome?: Outcome
  cookies?: string[]
  goTo?: string
  /** Of the session that took the place of the one this form came with. */
  token?: string
}
type Act = (ctx: Context & { userId: string }, sent: Sent, device: Device) => Promise<Carried>

/** Each form's verb. */
const acts: Record<Intent, Act> = {
  profile: async (ctx, { full_name, phone, address }) => {
    await updateProfile(ctx, ctx.userId, { full_name, phone, address })
    return {}
  },
  join: async (ctx) => {
    await joinAffiliates(ctx)
    return { goTo: affiliateUrl }
  },
  address: async (ctx, { email, password }) => {
    await changeAddress(ctx, { email, password })
    return { outcome: { email } }
  },
  password: async (ctx, { current_password, password, confirmation }, device) => {
    if (password !== confirmation) throw new Problem('bad_input', { fields: { confirmation: "Passwords don't match" } })
    return entered(await changePassword(ctx, { current_password, password }, device))
  },
  'end-session': async (ctx, { id }) => {
    await endSession(ctx, id ?? '')
    return {}
  },
  'end-other-sessions': async (ctx) => ({ outcome: { ended: await endOtherSessions(ctx) } }),
  'begin-second-factor': async (ctx, { password }, device) => {
    const begun = await beginSecondFactor(ctx, { password }, device)
    return { outcome: { secondFactor: { ...begun, picture: qrPicture(begun.uri) } } }
  },
  'confirm-second-factor': async (ctx, { code }, device) => entered(await confirmSecondFactor(ctx, { code }, device)),
  'end-second-factor': async (ctx, { password, code }, device) => entered(await endSecondFactor(ctx, { password, code }, device)),
  'delete-account': async (ctx, { word, password, forfeit, code }) => {
    const sent = { password, ...(code && { code }), ...(forfeit && { forfeit: Number(forfeit) }) }
    const fields = { ...(await missingToDelete(ctx, sent)), ...(word !== 'DELETE' && { word: 'Write DELETE, in capital letters.' }) }
    if (Object.keys(fields).length > 0) throw new Problem('bad_input', { fields })
    return { ...(await deleteAccount(ctx, sent)), goTo: accountDeletedUrl }
  },
  payout: async (ctx, sent) => {
    await requestFromForm(ctx, sent)
    return {}
  },
  'payout-details': async (ctx, sent) => {
    await setDetailsFromForm(ctx, sent)
    return {}
  },
  'payout-cancel': async (ctx, sent) => {
    await cancelFromForm(ctx, sent)
    return {}
  },
}

/** Carries out what a form of the profile page asks for. Server only. */
export async function act(args: { request: Request; url: URL; context: Readonly<RouterContextProvider> }) {
  const ctx = signedIn(args)
  const form = await args.request.formData().catch(() => new FormData())
  const sent = Object.fromEntries([...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  const intent = sent.intent as Intent
  try {
    if (!Object.hasOwn(acts, intent)) throw new Problem('malformed')
    const { outcome = {}, cookies = [], goTo, token } = await acts[intent](ctx, sent, { userAgent: args.request.headers.get('user-agent') })
    const headers = cookieHeaders(cookies)
    if (goTo) throw redirect(goTo, { headers })
    if (token) await goOnAs(args.context, token)
    return data({ intent, done: outcome }, { headers })
  } catch (error) {
    if (!isProblem(error)) throw error
    const { data: answer, init } = refused(error)
    return data({ ...answer, intent, typed: withoutSecrets(sent) }, init ?? undefined)
  }
}

function entered({ cookies, token }: SignedIn): Carried {
  return { cookies, token }
}

/** What is rendered with this answer is for the new session. */
async function goOnAs(context: Readonly<RouterContextProvider>, token: string) {
  const shop = context.get(shopContext)
  const found = await findActor(shop.ctx, token)
  context.set(shopContext, { ...shop, ctx: { ...shop.ctx, actor: { ...shop.ctx.actor, ...found } } })
}

function withoutSecrets(sent: Sent): Sent {
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !/password|confirmation|code/.test(name)))
}
