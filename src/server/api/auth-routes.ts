import { z } from '@hono/zod-openapi'
import { Problem } from '#domain/problem.ts'
import { changePassword } from '#features/people/change-password.ts'
import { challengeInput, passSecondFactor } from '#features/people/change-second-factor.ts'
import { getAccount } from '#features/people/get-account.ts'
import { passwordInput } from '#features/people/person-input.ts'
import { readSession } from '#features/people/read-session.ts'
import { lookAtReset, resetPassword } from '#features/people/reset-password.ts'
import { signIn, signInInput } from '#features/people/sign-in.ts'
import { signOut } from '#features/people/sign-out.ts'
import { signUp } from '#features/people/sign-up.ts'
import { deviceOf, examplePassword, exampleToken, open, own, session, sessionShown, setCookies, toSession, user } from '#server/api/session-schema.ts'
import { refuseSignUp, signUpBody } from '#server/api/sign-up-body.ts'
import { type Api, createRoute, jsonBody, jsonResponse, noContent, refusals, withBody } from '#server/declare.ts'

const up = createRoute({
  method: 'post',
  path: '/auth/sign-up',
  operationId: 'signUp',
  ...open,
  summary: 'Sign up',
  description:
    'Makes an account and sends a link that proves its address; nobody is signed in yet. Of `metadata` only `full_name`, `phone` and `is_affiliate` are read. `redirect` is honoured for addresses of the shop: a page that takes such links is opened by it, any other is where the shop leads on to once the address is proved. An address of another site is passed over: the link opens /signin.',
  request: { body: signUpBody },
  responses: {
    201: jsonResponse(z.object({ user: z.object({ id: z.uuid(), email: z.string() }), session: z.null() }), 'The account'),
    ...refusals(...withBody, 'sign_up_incomplete', 'weak_password', 'user_already_exists', 'not_open', 'too_many'),
  },
})

const enter = createRoute({
  method: 'post',
  path: '/auth/sign-in',
  operationId: 'signIn',
  ...open,
  summary: 'Sign in with a password',
  description:
    'By `email`, or by the `phone` of a proved account that no other has. Always a new session; one that the request came with ends. Where a second factor is set up there is no session yet: its code goes to `/auth/sign-in/code` with the `challenge`.',
  request: { body: jsonBody(signInInput, { email: 'wanjiku@example.com', password: examplePassword }) },
  responses: {
    200: jsonResponse(z.object({ session: session.nullable(), challenge: z.string().nullable() }), 'The session, or what a code has to follow'),
    ...refusals(...withBody, 'credentials_missing', 'invalid_credentials', 'email_not_confirmed', 'too_many'),
  },
})

const enterWithCode = createRoute({
  method: 'post',
  path: '/auth/sign-in/code',
  operationId: 'signInWithCode',
  ...open,
  summary: 'Sign in: the code of the second factor',
  request: { body: jsonBody(challengeInput, { challenge: '2fa-k3qv9TzLx0Rb', code: '123456' }) },
  responses: { 200: jsonResponse(z.object({ session }), 'The session'), ...refusals(...withBody, 'wrong_code', 'challenge_over', 'too_many') },
})

const leave = createRoute({
  method: 'post',
  path: '/auth/sign-out',
  operationId: 'signOut',
  ...open,
  summary: 'Sign out',
  description: 'Ends this session, here and on the server. Done twice it is done.',
  responses: { 204: noContent, ...refusals('cross_site') },
})

const look = createRoute({
  method: 'get',
  path: '/auth/session',
  operationId: 'getSession',
  ...open,
  summary: 'Read the session',
  description: 'What a page may know of it: nothing secret.',
  responses: { 200: jsonResponse(z.object({ session: sessionShown.nullable() }), 'Null when nobody is signed in'), ...refusals() },
})

const setSession = createRoute({
  method: 'post',
  path: '/auth/session',
  operationId: 'setSession',
  ...open,
  summary: 'Set a session with the tokens of a recovery link',
  description:
    'The token of a recovery link is answered as the `access_token` of a session that opens one call, `PATCH /api/auth/user` with a new password. Looking at it here uses nothing up.',
  request: {
    body: jsonBody(
      z.object({ access_token: z.string().max(200), refresh_token: z.string().max(200).nullish(), type: z.literal('recovery').optional() }),
      {
        access_token: exampleToken,
        type: 'recovery',
      },
    ),
  },
  responses: {
    200: jsonResponse(
      z.object({
        session: z.object({
          access_token: z.string(),
          refresh_token: z.null(),
          token_type: z.literal('bearer'),
          type: z.literal('recovery'),
          user: z.object({ id: z.uuid() }),
        }),
      }),
      'The recovery',
    ),
    ...refusals(...withBody, 'reset_link_invalid'),
  },
})

const get = createRoute({
  method: 'get',
  path: '/auth/user',
  operationId: 'getUser',
  ...own,
  summary: 'Get the user',
  responses: { 200: jsonResponse(user, 'Whoever asks'), ...refusals('session_missing') },
})

const update = createRoute({
  method: 'patch',
  path: '/auth/user',
  takesToken: true,
  operationId: 'updatePassword',
  ...own,
  summary: 'Update the password',
  description:
    'With the bearer token of a recovery, or signed in and with the `current_password`. Every other session ends; whoever was signed in gets a new one. After a recovery nobody is signed in.',
  request: {
    body: jsonBody(z.object({ password: passwordInput, current_password: passwordInput.optional() }), {
      password: examplePassword,
      current_password: 'the-old-one',
    }),
  },
  responses: {
    200: jsonResponse(z.object({ user: z.object({ id: z.uuid() }), session: session.nullable() }), 'Done'),
    ...refusals(...withBody, 'session_missing', 'weak_password', 'wrong_password', 'reset_link_invalid', 'too_many'),
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
  api.openapi(enter, async (c) => {
    const entered = await signIn(c.var.ctx, c.req.valid('json'), deviceOf(c))
    setCookies(c, entered.cookies)
    return c.json('session' in entered ? { session: toSession(entered), challenge: null } : { session: null, challenge: entered.challenge }, 200)
  })
  api.openapi(enterWithCode, async (c) => {
    const entered = await passSecondFactor(c.var.ctx, c.req.valid('json'), deviceOf(c))
    setCookies(c, entered.cookies)
    return c.json({ session: toSession(entered) }, 200)
  })
  api.openapi(leave, async (c) => {
    setCookies(c, (await signOut(c.var.ctx)).cookies)
    return c.body(null, 204)
  })
  api.openapi(look, async (c) => c.json({ session: await readSession(c.var.ctx) }, 200))
  api.openapi(setSession, async (c) => {
    const { access_token } = c.req.valid('json')
    const { userId } = await lookAtReset(c.var.ctx, access_token)
    return c.json(
      { session: { access_token, refresh_token: null, token_type: 'bearer' as const, type: 'recovery' as const, user: { id: userId } } },
      200,
    )
  })
  api.openapi(get, async (c) => c.json(await getAccount(c.var.ctx), 200))
  api.openapi(update, async (c) => {
    const { ctx } = c.var
    const { password, current_password } = c.req.valid('json')
    if (ctx.actor.sessionId !== null) {
      const entered = await changePassword(ctx, { password, current_password: current_password ?? '' }, deviceOf(c))
      setCookies(c, entered.cookies)
      return c.json({ user: entered.session.user, session: toSession(entered) }, 200)
    }
    const token = /^bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
    if (!token) throw new Problem('session_missing')
    const { userId, cookies } = await resetPassword(ctx, { token, password })
    setCookies(c, cookies)
    return c.json({ user: { id: userId }, session: null }, 200)
  })
}
