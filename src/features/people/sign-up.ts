import { z } from 'zod'
import { isProblem, Problem } from '#domain/problem.ts'
import { joinAffiliates } from '#features/affiliates/join-affiliates.ts'
import type { Context } from '#features/context.ts'
import { read } from '#features/input.ts'
import { takeTurn } from '#features/limits/take-turn.ts'
import { askForLetter } from '#features/people/letter-requests.ts'
import { openAccount } from '#features/people/open-account.ts'
import { emailInput, nameInput, passwordInput, phoneInput } from '#features/people/person-input.ts'
import { refuseWeakPassword } from '#features/people/refuse-weak-password.ts'

export const signUpInput = z.object({
  full_name: nameInput,
  phone: phoneInput,
  email: emailInput,
  password: passwordInput,
  is_affiliate: z.boolean().optional(),
})

/**
 * Makes an account, and sends the letter that proves its address; nobody is signed in by it. Nothing else of what is sent counts (spec §5 Signup,
 * decisions, People). A known address is told so, because the specification says so; its owner gets a new letter if the address was never proved.
 * Problems: bad_input, weak_password, user_already_exists, too_many.
 */
export async function signUp(ctx: Context, sent: unknown): Promise<{ user: { id: string; email: string } }> {
  const { is_affiliate, ...person } = read(signUpInput, sent)
  refuseWeakPassword(person.password)
  await takeTurn(ctx, 'sign_up_address', ctx.actor.address)
  const userId = await openAccount(ctx, person)
  await askForLetter(ctx, 'verify', person.email).catch((error) => {
    // Of an address that was asked for too often, the account is made all the same.
    if (!isProblem(error) || error.code !== 'too_many') throw error
  })
  if (userId === null) throw new Problem('user_already_exists')
  if (is_affiliate) await joinAffiliates({ ...ctx, actor: { ...ctx.actor, userId } })
  return { user: { id: userId, email: person.email } }
}
