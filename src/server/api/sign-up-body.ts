import { z } from '@hono/zod-openapi'
import { Problem } from '#domain/problem.ts'
import { badInput } from '#features/input.ts'
import { signUpInput } from '#features/people/sign-up.ts'
import { examplePassword } from '#server/api/session-schema.ts'
import { jsonBody } from '#server/declare.ts'

const { full_name, phone, email, password, is_affiliate, redirect } = signUpInput.shape

export const signUpBody = jsonBody(z.object({ email, password, redirect, metadata: z.object({ full_name, phone, is_affiliate }) }), {
  email: 'wanjiku@example.com',
  password: examplePassword,
  metadata: { full_name: 'Wanjiku Kamau', phone: '+254712345678', is_affiliate: false },
})

const some = z.string().trim().min(1)
const credentials = z.object({ password: some }).and(z.union([z.object({ email: some }), z.object({ metadata: z.object({ phone: some }) })]))

/** The specification has a sentence for a sign-up without credentials (spec §5 Signup); each field says what to do all the same. Problems: sign_up_incomplete, bad_input. */
export async function refuseSignUp(error: z.ZodError, body: Promise<unknown>): Promise<never> {
  const refusal = badInput(error)
  throw credentials.safeParse(await body).success ? refusal : new Problem('sign_up_incomplete', refusal.details)
}
