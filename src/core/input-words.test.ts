import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseInput } from '#core/input.ts'
import { isProblem } from '#domain/problem.ts'
import { payoutChanges } from '#features/affiliates/wallet/cancel-payout.ts'
import { payoutDetails, payoutInput } from '#features/affiliates/wallet/request-payout.ts'
import { orderInput } from '#features/orders/checkout/order-input.ts'
import { paymentInput } from '#features/orders/checkout/request-payment.ts'
import { passwordChange, resetInput } from '#features/people/change-password.ts'
import { challengeInput, codeOnly, passwordOnly } from '#features/people/change-second-factor.ts'
import { deletionInput } from '#features/people/delete-account.ts'
import { addressChange, verification } from '#features/people/email-address.ts'
import { recoveryInput } from '#features/people/email-requests.ts'
import { profileChanges } from '#features/people/profiles.ts'
import { signUpInput } from '#features/people/sign-up.ts'

/** The messages for a value, by field. */
function said(schema: z.ZodType, value: unknown): Record<string, string> {
  try {
    parseInput(schema, value)
    return {}
  } catch (error) {
    if (isProblem(error)) return error.details.fields ?? {}
    throw error
  }
}

describe('a rule without words of its own', () => {
  it.each<[string, z.ZodType, unknown, string]>([
    ['nothing', z.string(), undefined, 'Please fill this in.'],
    ['null', z.number(), null, 'Please fill this in.'],
    ['an empty text', z.string().min(1), '', 'Please fill this in.'],
    ['no text', z.string(), 7, 'Enter a text.'],
    ['no number', z.number(), 'x', 'Enter a number.'],
    ['half a pair', z.int(), 1.5, 'Enter a whole number.'],
    ['neither true nor false', z.boolean(), 'x', 'Write true or false.'],
    ['no list', z.array(z.string()), 'x', 'Send a list.'],
    ['no form', z.object({}), 'x', 'Send the fields of a form.'],
    ['a long text', z.string().max(5), 'abcdef', 'Please keep this under 5 characters.'],
    ['a short text', z.string().min(2), 'a', 'Enter at least 2 characters.'],
    ['a long list', z.array(z.string()).max(1), ['a', 'b'], 'Send at most 1.'],
    ['a large number', z.number().max(5), 6, 'Enter 5 or less.'],
    ['a small number', z.number().min(5), 4, 'Enter 5 or more.'],
    ['an odd number', z.number().multipleOf(2), 3, 'Enter a multiple of 2.'],
    ['no e-mail', z.email(), 'x', 'Enter the e-mail as name@example.com.'],
    ['no id', z.uuid(), 'x', "We don't know this id. Copy it again."],
    ['a strange text', z.string().regex(/^a$/), 'x', 'Write this in another way.'],
    ['none of a few', z.enum(['on', 'off']), 'x', 'Choose one of these: on, off.'],
    ['one too many', z.strictObject({}), { a: 1 }, 'Leave out a.'],
    ['none of two kinds', z.union([z.literal(''), z.email('Enter the e-mail.')]), 'x', 'Enter the e-mail.'],
    ['what a rule refuses', z.string().refine(() => false), 'x', 'Write this in another way.'],
  ])('says of %s what to do', (_, schema, value, words) => expect(said(schema, value)).toEqual({ body: words }))
})

const forms = {
  signUpInput,
  profileChanges,
  addressChange,
  passwordChange,
  recoveryInput,
  resetInput,
  passwordOnly,
  codeOnly,
  challengeInput,
  verification,
  deletionInput,
  payoutDetails,
  payoutInput,
  payoutChanges,
  orderInput,
  paymentInput,
}
const strange = [
  undefined,
  null,
  '',
  ' ',
  'x',
  'x'.repeat(5_000),
  'a\u0000b',
  '\ud800',
  'a\nb',
  0,
  -1,
  1.5,
  1e12,
  Number.NaN,
  true,
  [],
  [1],
  {},
  { a: 1 },
]

describe('the forms of people', () => {
  it.each(Object.entries(forms))('%s says nothing in the words of programmers', (_, form: z.ZodObject) => {
    const all = strange.flatMap((value) => {
      const every = said(form, Object.fromEntries(Object.keys(form.shape).map((name) => [name, value])))
      return Object.values({ ...every, ...said(form, value) })
    })
    expect(all.length).toBeGreaterThan(0)
    for (const words of all) {
      expect(words).toMatch(/^[A-Z].*\.$/)
      expect(words).not.toMatch(/\b(Invalid|expected|received|undefined|NaN|null|Too (big|small)|string|array|Unrecognized|regex|pattern)\b/)
    }
  })
})
