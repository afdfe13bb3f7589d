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
import { accountDeletedUrl, affiliateUrl } from '#web/addresses.ts'
import { cancelFromForm, requestFromForm, setDetailsFromForm } from '#web/affiliate/wallet-acts.ts'
import { qrPicture } from '#web/dashboard/qr-picture.ts'
import type { Intent, Outcome } from '#web/forms/form-answer.ts'
import { refusalResponse } from '#web/forms/refusal.ts'
import { cookieHeaders } from '#web/session/cookie-headers.ts'
import { signedIn } from '#web/session/signed-in.ts'
import { shopContext } from '#web/shop-context.ts'

type FormFields = Record<string, string>
interface ActionResult {
  outcome?: Outcome
  cookies?: string[]
  goTo?: string
  /** The token of the new session that replaced the old one. */
  token?: string
}
type FormAction = (ctx: Context & { userId: string }, sent: FormFields, device: Device) => Promise<ActionResult>

/** The action of each form, by intent. */
const actions: Record<Intent, FormAction> = {
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
    return asNewSession(await changePassword(ctx, { current_password, password }, device))
  },
  'end-session': async (ctx, { id }) => {
    await endSession(ctx, id ?? '')
    return {}
  },
  'end-other-sessions': async (ctx) => ({ outcome: { ended: await endOtherSessions(ctx) } }),
  'begin-second-factor': async (ctx, { password }, device) => {
    const setup = await beginSecondFactor(ctx, { password }, device)
    return { outcome: { secondFactor: { ...setup, picture: qrPicture(setup.uri) } } }
  },
  'confirm-second-factor': async (ctx, { code }, device) => asNewSession(await confirmSecondFactor(ctx, { code }, device)),
  'end-second-factor': async (ctx, { password, code }, device) => asNewSession(await endSecondFactor(ctx, { password, code }, device)),
  'delete-account': async (ctx, { word, password, forfeit, code }) => {
    const sent = { password, ...(code && { code }), ...(forfeit && { forfeit: Number(forfeit) }) }
    const fields = { ...(await missingToDelete(ctx, sent)), ...(word !== 'DELETE' && { word: 'Enter DELETE, in capital letters.' }) }
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

/** The action of the dashboard's forms. Server only. */
export async function act(args: { request: Request; url: URL; context: Readonly<RouterContextProvider> }) {
  const ctx = signedIn(args)
  const form = await args.request.formData().catch(() => new FormData())
  const sent = Object.fromEntries([...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  const intent = sent.intent as Intent
  try {
    if (!Object.hasOwn(actions, intent)) throw new Problem('malformed')
    const { outcome = {}, cookies = [], goTo, token } = await actions[intent](ctx, sent, { userAgent: args.request.headers.get('user-agent') })
    const headers = cookieHeaders(cookies)
    if (goTo) throw redirect(goTo, { headers })
    if (token) await continueAs(args.context, token)
    return data({ intent, done: outcome }, { headers })
  } catch (error) {
    if (!isProblem(error)) throw error
    const { data: answer, init } = refusalResponse(error)
    return data({ ...answer, intent, typed: withoutSecrets(sent) }, init ?? undefined)
  }
}

function asNewSession({ cookies, token }: SignedIn): ActionResult {
  return { cookies, token }
}

/** Replaces the actor of this request, so that the page is rendered for the new session. */
async function continueAs(context: Readonly<RouterContextProvider>, token: string) {
  const shop = context.get(shopContext)
  const found = await findActor(shop.ctx, token)
  context.set(shopContext, { ...shop, ctx: { ...shop.ctx, actor: { ...shop.ctx.actor, ...found } } })
}

function withoutSecrets(sent: FormFields): FormFields {
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !/password|confirmation|code/.test(name)))
}
