import type { Context } from '#core/context.ts'
import { readShillings } from '#domain/money.ts'
import { isProblem, Problem, type ProblemCode } from '#domain/problem.ts'
import { cancelPayout } from '#features/affiliates/wallet/cancel-payout.ts'
import { requestPayout } from '#features/affiliates/wallet/request-payout.ts'
import { setPayoutDetails } from '#features/affiliates/wallet/set-payout-details.ts'

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
export function requestFromForm(ctx: Context, sent: FormFields) {
  const { amount = '', mpesa_phone_number = '', mpesa_full_name = '', key } = sent
  return withFieldErrors(sent, requestPayout(ctx, { amount: amountTyped(amount), mpesa_phone_number, mpesa_full_name }, key, sent.password ?? ''))
}

export function setDetailsFromForm(ctx: Context, sent: FormFields) {
  const { id = '', mpesa_phone_number = '', mpesa_full_name = '' } = sent
  return withFieldErrors(sent, setPayoutDetails(ctx, id, { mpesa_phone_number, mpesa_full_name }, sent.password ?? ''))
}

export function cancelFromForm(ctx: Context, { id = '' }: FormFields) {
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
