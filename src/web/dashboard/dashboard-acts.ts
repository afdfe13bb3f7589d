import { type RouterContextProvider, redirect } from 'react-router'
import { renderSVG } from 'uqr'
import type { Context } from '#core/context.ts'
import { readShillings } from '#domain/money.ts'
import { isProblem, Problem, type ProblemCode } from '#domain/problem.ts'
import { joinAffiliates } from '#features/affiliates/join-affiliates.ts'
import { cancelPayout } from '#features/affiliates/wallet/cancel-payout.ts'
import { requestPayout, setPayoutDetails } from '#features/affiliates/wallet/request-payout.ts'
import { changePassword } from '#features/people/change-password.ts'
import { beginSecondFactor, confirmSecondFactor, endSecondFactor } from '#features/people/change-second-factor.ts'
import { deleteAccount, missingToDelete } from '#features/people/delete-account.ts'
import { changeAddress } from '#features/people/email-address.ts'
import { findActor } from '#features/people/find-actor.ts'
import { updateProfile } from '#features/people/profiles.ts'
import { endOtherSessions, endSession } from '#features/people/sessions.ts'
import type { SignedIn } from '#features/people/sign-in.ts'
import { accountDeletedUrl, adminUrl, affiliateUrl } from '#web/addresses.ts'
import type { AnswerTo } from '#web/forms/refusal.ts'
import { type Act as ActOf, runAction } from '#web/forms/run-action.ts'
import { signedIn } from '#web/session/signed-in.ts'
import { shopContext } from '#web/shop-context.ts'

/** The forms of the dashboard; each has a hidden field `intent`. */
export type Intent = keyof ReturnType<typeof actsOf>

/** The result of a form that succeeded. */
export interface Outcome {
  /** The address that the link was sent to. */
  email?: string
  /** How many other devices were signed out. */
  ended?: number
  /** The key for the code app as an `otpauth:` address and as a picture, and the backup codes: shown once. */
  secondFactor?: { uri: string; picture: string; backup_codes: string[] }
}

export type Done = { intent: Intent; done: Outcome }
export type Answer = AnswerTo<Done>

type Act = ActOf<Context & { userId: string }, Outcome>
interface ActionInput {
  request: Request
  url: URL
  context: Readonly<RouterContextProvider>
}

/** The action of the dashboard's forms. Server only. */
export function act(args: ActionInput) {
  return runAction(args.request, signedIn(args), actsOf(args), { secrets: /password|confirmation|code/ })
}

/** The handler of each form, by intent. */
function actsOf({ request, context }: ActionInput) {
  const device = { userAgent: request.headers.get('user-agent') }
  /** A new session replaces the old one, in the browser and for the rest of this request. */
  const changeSession = async ({ cookies, token }: SignedIn, headers: Headers): Promise<Outcome> => {
    setCookies(headers, cookies)
    await continueAs(context, token)
    return {}
  }
  return {
    profile: doing((ctx, { full_name, phone, address }) => updateProfile(ctx, ctx.userId, { full_name, phone, address })),
    join: async (ctx, _, { headers }) => {
      await joinAffiliates(ctx)
      throw redirect(affiliateUrl, { headers })
    },
    address: async (ctx, { email, password }) => {
      await changeAddress(ctx, { email, password })
      return { email }
    },
    password: async (ctx, { current_password, password, confirmation }, { headers }) => {
      if (password !== confirmation) throw new Problem('bad_input', { fields: { confirmation: "Passwords don't match" } })
      return changeSession(await changePassword(ctx, { current_password, password }, device), headers)
    },
    'end-session': doing((ctx, { id = '' }) => endSession(ctx, id)),
    'end-other-sessions': async (ctx) => ({ ended: await endOtherSessions(ctx) }),
    'begin-second-factor': async (ctx, { password }) => {
      const setup = await beginSecondFactor(ctx, { password }, device)
      return { secondFactor: { ...setup, picture: qrPicture(setup.uri) } }
    },
    'confirm-second-factor': async (ctx, { code }, { headers }) => {
      const outcome = await changeSession(await confirmSecondFactor(ctx, { code }, device), headers)
      // The panel has waited for it.
      if (ctx.actor.lacksSecondFactor) throw redirect(adminUrl, { headers })
      return outcome
    },
    'end-second-factor': async (ctx, { password, code }, { headers }) =>
      changeSession(await endSecondFactor(ctx, { password, code }, device), headers),
    'delete-account': async (ctx, { word, password, forfeit, code }, { headers }) => {
      const sent = { password, ...(code && { code }), ...(forfeit && { forfeit: Number(forfeit) }) }
      const fields = { ...(await missingToDelete(ctx, sent)), ...(word !== 'DELETE' && { word: 'Enter DELETE, in capital letters.' }) }
      if (Object.keys(fields).length > 0) throw new Problem('bad_input', { fields })
      const { cookies } = await deleteAccount(ctx, sent)
      setCookies(headers, cookies)
      throw redirect(accountDeletedUrl, { headers })
    },
    payout: doing(requestFromForm),
    'payout-details': doing(setDetailsFromForm),
    'payout-cancel': doing(cancelFromForm),
  } satisfies Record<string, Act>
}

/** The handler of a form whose success needs no more words. */
function doing(work: (...sent: Parameters<Act>) => Promise<unknown>): Act {
  return async (...sent) => {
    await work(...sent)
    return {}
  }
}

function setCookies(headers: Headers, cookies: string[]): void {
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
}

/** Replaces the actor of this request, so that the page is rendered for the new session. */
async function continueAs(context: Readonly<RouterContextProvider>, token: string) {
  const shop = context.get(shopContext)
  const found = await findActor(shop.ctx, token)
  context.set(shopContext, { ...shop, ctx: { ...shop.ctx, actor: { ...shop.ctx.actor, ...found } } })
}

/** A QR code as a `data:` address, so that a secret text is in no request. Server only. */
function qrPicture(text: string): string {
  return `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 4, ecc: 'M' }))}`
}

type FormFields = Record<string, string>

/** The form fields at which a refusal is shown. */
const fieldsOfProblem: Partial<Record<ProblemCode, string[]>> = {
  payout_invalid: ['amount'],
  payout_amount_missing: ['amount'],
  payout_amount_unclear: ['amount'],
  payout_amount_cents: ['amount'],
  payout_too_small: ['amount'],
  payout_too_large: ['amount'],
  payout_details_missing: ['mpesa_phone_number', 'mpesa_full_name'],
}

/** Requests a payout from the form's fields. Server only. */
function requestFromForm(ctx: Context, sent: FormFields) {
  const { amount = '', mpesa_phone_number = '', mpesa_full_name = '', key } = sent
  return withFieldErrors(sent, requestPayout(ctx, { amount: amountTyped(amount), mpesa_phone_number, mpesa_full_name }, key, sent.password ?? ''))
}

function setDetailsFromForm(ctx: Context, sent: FormFields) {
  const { id = '', mpesa_phone_number = '', mpesa_full_name = '' } = sent
  return withFieldErrors(sent, setPayoutDetails(ctx, id, { mpesa_phone_number, mpesa_full_name }, sent.password ?? ''))
}

function cancelFromForm(ctx: Context, { id = '' }: FormFields) {
  return cancelPayout(ctx, id)
}

/** The amount in KSh. Text that is not a number is passed on as it is, for the verb to refuse; so are negative amounts. */
function amountTyped(text: string): unknown {
  const [, minus, rest = ''] = /^([-−]?)(.*)$/su.exec(text.trim()) ?? []
  const amount = readShillings(rest)
  if (amount === null) return text.trim()
  return minus ? -amount : amount
}

async function withFieldErrors<T>(sent: FormFields, call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    const names = isProblem(error) ? fieldsOfProblem[error.code] : undefined
    if (!isProblem(error) || !names) throw error
    const wrong = names.length === 1 ? names : names.filter((name) => !sent[name]?.trim())
    throw new Problem(error.code, { ...error.details, fields: Object.fromEntries(wrong.map((name) => [name, error.message])) })
  }
}
