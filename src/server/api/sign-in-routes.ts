import { z } from '@hono/zod-openapi'
import { badInput, passwordInput } from '#core/input.ts'
import { Problem } from '#domain/problem.ts'
import { changePassword, lookAtReset, resetPassword } from '#features/people/change-password.ts'
import { challengeInput, passSecondFactor } from '#features/people/change-second-factor.ts'
import { addressChange, changeAddress, lookAtVerification, verification, verifyAddress } from '#features/people/email-address.ts'
import { recoveryInput, requestRecovery, resendInput, resendVerification } from '#features/people/email-requests.ts'
import { getAccount } from '#features/people/profiles.ts'
import { readSession, signOut } from '#features/people/sessions.ts'
import { signIn, signInInput } from '#features/people/sign-in.ts'
import { signUp, signUpInput } from '#features/people/sign-up.ts'
import { addRoute } from '#server/api/add-route.ts'
import { type Api, createRoute, jsonBody, jsonResponse, refusals, withBody } from '#server/api/declare.ts'
import { deviceOf, examplePassword, exampleToken, giveSession, session, sessionShown, setCookies, user } from '#server/api/session-schema.ts'
import { everybody, people } from '#server/permissions.ts'

const { full_name, phone, email, password, is_affiliate, redirect } = signUpInput.shape

const signUpBody = jsonBody(z.object({ email, password, redirect, metadata: z.object({ full_name, phone, is_affiliate }) }), {
  email: 'wanjiku@example.com',
  password: examplePassword,
  metadata: { full_name: 'Wanjiku Kamau', phone: '+254712345678', is_affiliate: false },
})

const up = createRoute({
  method: 'post',
  path: '/auth/sign-up',
  operationId: 'signUp',
  who: everybody,
  tags: ['auth'],
  summary: 'Sign up',
  description:
    'Makes an account and sends a link that proves its address; nobody is signed in yet. Of `metadata` only `full_name`, `phone` and `is_affiliate` are read. `redirect` is honoured for addresses of the shop: a page that takes such links is opened by it, any other is where the shop leads on to once the address is proved. An address of another site is passed over: the link opens /signin.',
  request: { body: signUpBody },
  responses: {
    201: jsonResponse(z.object({ user: z.object({ id: z.uuid(), email: z.string() }), session: z.null() }), 'The account'),
    ...refusals(...withBody, 'sign_up_incomplete', 'weak_password', 'user_already_exists', 'not_open', 'too_many'),
  },
})

export function authRoutes(api: Api) {
  api.openapi(
    up,
    async (c) => {
      const { metadata, email, password, redirect } = c.req.valid('json')
      return c.json({ ...(await signUp(c.var.ctx, { ...metadata, email, password, redirect })), session: null }, 201)
    },
    (result, c) => (result.success ? undefined : refuseSignUp(result.error, c.req.json())),
  )
  addRoute(api, 'POST /auth/sign-in', {
    who: everybody,
    name: 'signIn',
    summary: 'Sign in with a password',
    description:
      'By `email`, or by the `phone` of a proved account that no other has. Always a new session; one that the request came with ends. Where a second factor is set up there is no session yet: its code goes to `/auth/sign-in/code` with the `challenge`.',
    body: signInInput,
    example: { email: 'wanjiku@example.com', password: examplePassword },
    answer: z.object({ session: session.nullable(), challenge: z.string().nullable() }),
    said: 'The session, or what a code has to follow',
    problems: ['credentials_missing', 'invalid_credentials', 'email_not_confirmed', 'too_many'],
    run: async ({ ctx, body }, c) => {
      const entered = await signIn(ctx, body, deviceOf(c))
      if ('session' in entered) return { session: giveSession(c, entered), challenge: null }
      setCookies(c, entered.cookies)
      return { session: null, challenge: entered.challenge }
    },
  })
  addRoute(api, 'POST /auth/sign-in/code', {
    who: everybody,
    name: 'signInWithCode',
    summary: 'Sign in: the code of the second factor',
    body: challengeInput,
    example: { challenge: '2fa-k3qv9TzLx0Rb', code: '123456' },
    answer: z.object({ session }),
    said: 'The session',
    problems: ['wrong_code', 'challenge_over', 'too_many'],
    run: async ({ ctx, body }, c) => ({ session: giveSession(c, await passSecondFactor(ctx, body, deviceOf(c))) }),
  })
  addRoute(api, 'POST /auth/sign-out', {
    who: everybody,
    name: 'signOut',
    summary: 'Sign out',
    description: 'Ends this session, here and on the server. Done twice it is done.',
    run: async ({ ctx }, c) => {
      setCookies(c, (await signOut(ctx)).cookies)
    },
  })
  addRoute(api, 'GET /auth/session', {
    who: everybody,
    name: 'getSession',
    summary: 'Read the session',
    description: 'What a page may know of it: nothing secret.',
    answer: z.object({ session: sessionShown.nullable() }),
    said: 'Null when nobody is signed in',
    run: async ({ ctx }) => ({ session: await readSession(ctx) }),
  })
  addRoute(api, 'POST /auth/session', {
    who: everybody,
    name: 'setSession',
    summary: 'Set a session with the tokens of a recovery link',
    description:
      'The token of a recovery link is answered as the `access_token` of a session that opens one call, `PATCH /api/auth/user` with a new password. Looking at it here uses nothing up.',
    body: z.object({ access_token: z.string().max(200), refresh_token: z.string().max(200).nullish(), type: z.literal('recovery').optional() }),
    example: { access_token: exampleToken, type: 'recovery' },
    answer: z.object({
      session: z.object({
        access_token: z.string(),
        refresh_token: z.null(),
        token_type: z.literal('bearer'),
        type: z.literal('recovery'),
        user: z.object({ id: z.uuid() }),
      }),
    }),
    said: 'The recovery',
    problems: ['reset_link_invalid'],
    run: async ({ ctx, body: { access_token } }) => {
      const { userId } = await lookAtReset(ctx, access_token)
      return { session: { access_token, refresh_token: null, token_type: 'bearer' as const, type: 'recovery' as const, user: { id: userId } } }
    },
  })
  addRoute(api, 'GET /auth/user', {
    who: people,
    name: 'getUser',
    summary: 'Get the user',
    answer: user,
    said: 'Whoever asks',
    run: ({ ctx }) => getAccount(ctx),
  })
  addRoute(api, 'PATCH /auth/user', {
    who: people,
    takesToken: true,
    name: 'updatePassword',
    summary: 'Update the password',
    description:
      'With the bearer token of a recovery, or signed in and with the `current_password`. Every other session ends; whoever was signed in gets a new one. After a recovery nobody is signed in.',
    body: z.object({ password: passwordInput, current_password: passwordInput.optional() }),
    example: { password: examplePassword, current_password: 'the-old-one' },
    answer: z.object({ user: z.object({ id: z.uuid() }), session: session.nullable() }),
    said: 'Done',
    problems: ['weak_password', 'wrong_password', 'reset_link_invalid', 'too_many'],
    run: async ({ ctx, body: { password, current_password } }, c) => {
      if (ctx.actor.sessionId !== null) {
        const entered = await changePassword(ctx, { password, current_password: current_password ?? '' }, deviceOf(c))
        return { user: entered.session.user, session: giveSession(c, entered) }
      }
      const token = /^bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
      if (!token) throw new Problem('session_missing')
      const { userId, cookies } = await resetPassword(ctx, { token, password })
      setCookies(c, cookies)
      return { user: { id: userId }, session: null }
    },
  })
}

const some = z.string().trim().min(1)
const credentials = z.object({ password: some }).and(z.union([z.object({ email: some }), z.object({ metadata: z.object({ phone: some }) })]))

/** The specification has a sentence for a sign-up without credentials (spec §5 Signup); each field says what to do all the same. */
async function refuseSignUp(error: z.ZodError, body: Promise<unknown>): Promise<never> {
  const refusal = badInput(error)
  throw credentials.safeParse(await body).success ? refusal : new Problem('sign_up_incomplete', refusal.details)
}

/** Link type in the URL -> kind of token. */
const kinds = { signup: 'verify', email_change: 'change' } as const
const type = z.enum(['signup', 'email_change'])
const token = z.string().max(200).openapi({ example: exampleToken })

export function authLinkRoutes(api: Api) {
  addRoute(api, 'POST /auth/recover', {
    who: everybody,
    name: 'requestPasswordReset',
    summary: 'Send a password-reset e-mail',
    description:
      'The answer is the same whether anybody has the address. The link in it works once, for an hour. `redirect` is honoured for addresses of the shop: a page that takes such links is opened by it, any other is where the shop leads on to once the password is set. An address of another site is passed over: the link opens /reset-password.',
    body: recoveryInput,
    example: { email: 'wanjiku@example.com' },
    problems: ['too_many'],
    run: ({ ctx, body }) => requestRecovery(ctx, body),
  })
  addRoute(api, 'GET /auth/recover', {
    who: everybody,
    name: 'checkRecoveryLink',
    summary: 'Whether a recovery link still works',
    description: 'Looking uses nothing up.',
    query: { token },
    problems: ['reset_link_invalid'],
    run: ({ ctx, query }) => lookAtReset(ctx, query.token),
  })
  addRoute(api, 'POST /auth/resend', {
    who: everybody,
    name: 'resendVerification',
    summary: 'Send the link of a new account again',
    description: 'The answer is the same whether anybody has the address. `redirect` is honoured as at sign-up.',
    body: resendInput,
    example: { email: 'wanjiku@example.com' },
    problems: ['too_many'],
    run: ({ ctx, body }) => resendVerification(ctx, body),
  })
  addRoute(api, 'POST /auth/verify', {
    who: everybody,
    name: 'verifyEmail',
    summary: 'Use the link of a new account or a new address',
    description:
      'Once. A new account, whose password has to come with the link, can sign in from then on; a new address takes the place of the old one.',
    body: verification.extend({ token, type }),
    example: { token: exampleToken, type: 'signup', password: examplePassword },
    answer: z.object({ user: z.object({ email: z.string() }) }),
    said: 'The address that was proved',
    problems: ['link_invalid', 'wrong_password', 'user_already_exists', 'too_many'],
    run: async ({ ctx, body: { type, ...link } }) => ({ user: await verifyAddress(ctx, kinds[type], link) }),
  })
  addRoute(api, 'GET /auth/verify', {
    who: everybody,
    name: 'checkVerificationLink',
    summary: 'Whether such a link still works',
    description: 'Looking uses nothing up.',
    query: { token, type },
    problems: ['link_invalid'],
    run: ({ ctx, query: { token, type } }) => lookAtVerification(ctx, kinds[type], token),
  })
  addRoute(api, 'POST /auth/email', {
    who: people,
    name: 'changeEmail',
    summary: 'Change the e-mail address',
    description: 'Sends a link to the new address; the old one stays until it is opened. The answer is the same when somebody else has the address.',
    body: addressChange,
    example: { email: 'wanjiku@new.example', password: examplePassword },
    problems: ['wrong_password', 'too_many'],
    run: ({ ctx, body }) => changeAddress(ctx, body),
  })
}
