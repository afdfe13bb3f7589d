import { z } from '@hono/zod-openapi'
import { addressChange, changeAddress } from '#features/people/change-address.ts'
import { recoveryInput, requestRecovery } from '#features/people/request-recovery.ts'
import { resendInput, resendVerification } from '#features/people/resend-verification.ts'
import { lookAtReset } from '#features/people/reset-password.ts'
import { lookAtVerification, verification, verifyAddress } from '#features/people/verify-address.ts'
import { addRoute } from '#server/api/add-route.ts'
import { examplePassword, exampleToken } from '#server/api/session-schema.ts'
import type { Api } from '#server/declare.ts'
import { everybody, people } from '#server/permissions.ts'

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
