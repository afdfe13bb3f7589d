import { z } from '@hono/zod-openapi'
import { addressChange, changeAddress } from '#features/people/change-address.ts'
import { recoveryInput, requestRecovery } from '#features/people/request-recovery.ts'
import { resendInput, resendVerification } from '#features/people/resend-verification.ts'
import { lookAtReset } from '#features/people/reset-password.ts'
import { lookAtVerification, verification, verifyAddress } from '#features/people/verify-address.ts'
import { examplePassword, exampleToken, open, own } from '#server/api/session-schema.ts'
import { type Api, createRoute, jsonBody, jsonResponse, noContent, refusals, withBody } from '#server/declare.ts'

/** Link type in the URL -> kind of token. */
const kinds = { signup: 'verify', email_change: 'change' } as const
const type = z.enum(['signup', 'email_change'])
const token = z.string().max(200).openapi({ example: exampleToken })

const recover = createRoute({
  method: 'post',
  path: '/auth/recover',
  operationId: 'requestPasswordReset',
  ...open,
  summary: 'Send a password-reset e-mail',
  description:
    'The answer is the same whether anybody has the address. The link in it works once, for an hour. `redirect` is honoured for addresses of the shop: a page that takes such links is opened by it, any other is where the shop leads on to once the password is set. An address of another site is passed over: the link opens /reset-password.',
  request: { body: jsonBody(recoveryInput, { email: 'wanjiku@example.com' }) },
  responses: { 204: noContent, ...refusals(...withBody, 'too_many') },
})

const lookAtRecovery = createRoute({
  method: 'get',
  path: '/auth/recover',
  operationId: 'checkRecoveryLink',
  ...open,
  summary: 'Whether a recovery link still works',
  description: 'Looking uses nothing up.',
  request: { query: z.strictObject({ token }) },
  responses: { 204: noContent, ...refusals('unknown_filter', 'bad_input', 'reset_link_invalid') },
})

const resend = createRoute({
  method: 'post',
  path: '/auth/resend',
  operationId: 'resendVerification',
  ...open,
  summary: 'Send the link of a new account again',
  description: 'The answer is the same whether anybody has the address. `redirect` is honoured as at sign-up.',
  request: { body: jsonBody(resendInput, { email: 'wanjiku@example.com' }) },
  responses: { 204: noContent, ...refusals(...withBody, 'too_many') },
})

const verify = createRoute({
  method: 'post',
  path: '/auth/verify',
  operationId: 'verifyEmail',
  ...open,
  summary: 'Use the link of a new account or a new address',
  description:
    'Once. A new account, whose password has to come with the link, can sign in from then on; a new address takes the place of the old one.',
  request: { body: jsonBody(verification.extend({ token, type }), { token: exampleToken, type: 'signup', password: examplePassword }) },
  responses: {
    200: jsonResponse(z.object({ user: z.object({ email: z.string() }) }), 'The address that was proved'),
    ...refusals(...withBody, 'link_invalid', 'wrong_password', 'user_already_exists', 'too_many'),
  },
})

const lookAtLink = createRoute({
  method: 'get',
  path: '/auth/verify',
  operationId: 'checkVerificationLink',
  ...open,
  summary: 'Whether such a link still works',
  description: 'Looking uses nothing up.',
  request: { query: z.strictObject({ token, type }) },
  responses: { 204: noContent, ...refusals('unknown_filter', 'bad_input', 'link_invalid') },
})

const changeEmail = createRoute({
  method: 'post',
  path: '/auth/email',
  operationId: 'changeEmail',
  ...own,
  summary: 'Change the e-mail address',
  description: 'Sends a link to the new address; the old one stays until it is opened. The answer is the same when somebody else has the address.',
  request: { body: jsonBody(addressChange, { email: 'wanjiku@new.example', password: examplePassword }) },
  responses: { 204: noContent, ...refusals(...withBody, 'session_missing', 'wrong_password', 'too_many') },
})

export function authLinkRoutes(api: Api) {
  api.openapi(recover, async (c) => {
    await requestRecovery(c.var.ctx, c.req.valid('json'))
    return c.body(null, 204)
  })
  api.openapi(lookAtRecovery, async (c) => {
    await lookAtReset(c.var.ctx, c.req.valid('query').token)
    return c.body(null, 204)
  })
  api.openapi(resend, async (c) => {
    await resendVerification(c.var.ctx, c.req.valid('json'))
    return c.body(null, 204)
  })
  api.openapi(verify, async (c) => {
    const { type, ...link } = c.req.valid('json')
    return c.json({ user: await verifyAddress(c.var.ctx, kinds[type], link) }, 200)
  })
  api.openapi(lookAtLink, async (c) => {
    const { token, type } = c.req.valid('query')
    await lookAtVerification(c.var.ctx, kinds[type], token)
    return c.body(null, 204)
  })
  api.openapi(changeEmail, async (c) => {
    await changeAddress(c.var.ctx, c.req.valid('json'))
    return c.body(null, 204)
  })
}
