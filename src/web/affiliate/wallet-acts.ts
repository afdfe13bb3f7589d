import { readShillings } from '#domain/money.ts'
import { isProblem, Problem, type ProblemCode } from '#domain/problem.ts'
import type { Context } from '#features/context.ts'
import { cancelPayout } from '#features/wallet/cancel-payout.ts'
import { requestPayout } from '#features/wallet/request-payout.ts'
import { setPayoutDetails } from '#features/wallet/set-payout-details.ts'

type Sent = Record<string, string>

/** Beside which field of the form a refusal stands. */
const fieldsOf: Partial<Record<ProblemCode, string[]>> = {
  payout_invalid: ['amount'],
  payout_amount_missing: ['amount'],
  payout_amount_unclear: ['amount'],
  payout_amount_cents: ['amount'],
  payout_too_small: ['amount'],
  payout_too_large: ['amount'],
  payout_details_missing: ['mpesa_phone_number', 'mpesa_full_name'],
}

/** Server only. */
export function requestFromForm(ctx: Context, sent: Sent) {
  const { amount = '', mpesa_phone_number = '', mpesa_full_name = '', key } = sent
  return besideFields(sent, requestPayout(ctx, { amount: amountTyped(amount), mpesa_phone_number, mpesa_full_name }, key, sent.password ?? ''))
}

export function setDetailsFromForm(ctx: Context, sent: Sent) {
  const { id = '', mpesa_phone_number = '', mpesa_full_name = '' } = sent
  return besideFields(sent, setPayoutDetails(ctx, id, { mpesa_phone_number, mpesa_full_name }, sent.password ?? ''))
}

export function cancelFromForm(ctx: Context, { id = '' }: Sent) {
  return cancelPayout(ctx, id)
}

/** An amount that cannot be read is handed on as it is, for the verb to refuse; so is one below zero. */
function amountTyped(text: string): unknown {
  const [, minus, rest = ''] = /^([-−]?)(.*)$/su.exec(text.trim()) ?? []
  const amount = readShillings(rest)
  if (amount === null) return text.trim()
  return minus ? -amount : amount
}

async function besideFields<T>(sent: Sent, call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    const names = isProblem(error) ? fieldsOf[error.code] : undefined
    if (!isProblem(error) || !names) throw error
    const wrong = names.length === 1 ? names : names.filter((name) => !sent[name]?.trim())
    throw new Problem(error.code, { ...error.details, fields: Object.fromEntries(wrong.map((name) => [name, error.message])) })
  }
}
