import { z } from '@hono/zod-openapi'
import { pageOfWhole } from '#features/page-of.ts'
import {
  beginSecondFactor,
  codeOnly,
  confirmSecondFactor,
  endSecondFactor,
  passwordAndCode,
  passwordOnly,
} from '#features/people/change-second-factor.ts'
import { deleteAccount, deletionInput } from '#features/people/delete-account.ts'
import { endOtherSessions, endSession } from '#features/people/end-session.ts'
import { exportData, personalData } from '#features/people/export-data.ts'
import { listSessions, ownSession } from '#features/people/list-sessions.ts'
import { profile } from '#server/api/profile-routes.ts'
import { deviceOf, examplePassword, own, session, setCookies, toSession, user } from '#server/api/session-schema.ts'
import {
  type Api,
  createRoute,
  jsonBody,
  jsonResponse,
  namedSchema,
  noContent,
  pagesOf,
  pathId,
  refusals,
  wholePaging,
  withBody,
} from '#server/declare.ts'
import { permission } from '#server/permissions.ts'

const sessions = createRoute({
  method: 'get',
  path: '/auth/sessions',
  operationId: 'listSessions',
  ...own,
  summary: 'Where I am signed in',
  description: 'This one first.',
  request: { query: z.strictObject(wholePaging) },
  responses: pagesOf(namedSchema('OwnSession', ownSession), 'session_missing'),
})

const endOne = createRoute({
  method: 'delete',
  path: '/auth/sessions/{id}',
  who: permission('manage_people', 401, 401, 401, 'yes', 404, 404, 404),
  operationId: 'endSession',
  tags: own.tags,
  summary: 'Sign one device out',
  request: { params: pathId('session') },
  responses: { 204: noContent, ...refusals('cross_site', 'session_missing', 'not_found') },
})

const endOthers = createRoute({
  method: 'delete',
  path: '/auth/sessions',
  operationId: 'endOtherSessions',
  ...own,
  summary: 'Sign every other device out',
  responses: { 204: noContent, ...refusals('cross_site', 'session_missing') },
})

const beginFactor = createRoute({
  method: 'post',
  path: '/auth/second-factor',
  operationId: 'beginSecondFactor',
  ...own,
  summary: 'Begin to set up a second factor',
  description: 'Answers what an authenticator app reads, and codes for the day on which it is lost. It counts once a first code has been confirmed.',
  request: { body: jsonBody(passwordOnly, { password: examplePassword }) },
  responses: {
    200: jsonResponse(z.object({ uri: z.string(), backup_codes: z.array(z.string()) }), 'Shown once'),
    ...refusals(...withBody, 'session_missing', 'wrong_password', 'second_factor_set', 'too_many'),
  },
})

const confirmFactor = createRoute({
  method: 'post',
  path: '/auth/second-factor/confirm',
  operationId: 'confirmSecondFactor',
  ...own,
  summary: 'Confirm the second factor with its first code',
  description: 'From then on signing in asks for a code. Every session ends, and this device gets a new one.',
  request: { body: jsonBody(codeOnly, { code: '123456' }) },
  responses: {
    200: jsonResponse(z.object({ session }), 'A new session'),
    ...refusals(...withBody, 'session_missing', 'wrong_code', 'second_factor_set', 'second_factor_unset', 'too_many'),
  },
})

const endFactor = createRoute({
  method: 'post',
  path: '/auth/second-factor/end',
  operationId: 'endSecondFactor',
  ...own,
  summary: 'Sign in without a second factor again',
  description: 'Takes the password, and a code of the app or from paper. Every session ends, and this device gets a new one.',
  request: { body: jsonBody(passwordAndCode, { password: examplePassword, code: '123456' }) },
  responses: {
    200: jsonResponse(z.object({ session }), 'A new session'),
    ...refusals(...withBody, 'session_missing', 'wrong_password', 'wrong_code', 'second_factor_unset', 'too_many'),
  },
})

const take = createRoute({
  method: 'get',
  path: '/auth/export',
  operationId: 'exportMyData',
  ...own,
  summary: 'Download what the shop knows of me',
  responses: {
    200: jsonResponse(namedSchema('PersonalData', personalData.extend({ account: user, profile })), 'All of it'),
    ...refusals('session_missing'),
  },
})

const remove = createRoute({
  method: 'post',
  path: '/auth/delete',
  operationId: 'deleteAccount',
  ...own,
  summary: 'Delete my account',
  description:
    'At once and for good. Orders, commissions and payouts stay in the books under nobody’s name; pending commissions are rejected, and `forfeit` has to name what is given up. A wallet below zero stays owed, known again by a keyed hash of e-mail and M-Pesa numbers. Refused while money is on its way. Where a second factor is set up, it takes a `code` too.',
  request: { body: jsonBody(deletionInput, { password: examplePassword }) },
  responses: {
    204: noContent,
    ...refusals(...withBody, 'session_missing', 'wrong_password', 'wrong_code', 'account_busy', 'last_owner', 'too_many'),
  },
})

export function authAccountRoutes(api: Api) {
  api.openapi(sessions, async (c) => c.json(pageOfWhole(await listSessions(c.var.ctx), c.req.valid('query')), 200))
  api.openapi(endOne, async (c) => {
    await endSession(c.var.ctx, c.req.valid('param').id)
    return c.body(null, 204)
  })
  api.openapi(endOthers, async (c) => {
    await endOtherSessions(c.var.ctx)
    return c.body(null, 204)
  })
  api.openapi(beginFactor, async (c) => c.json(await beginSecondFactor(c.var.ctx, c.req.valid('json'), deviceOf(c)), 200))
  api.openapi(confirmFactor, async (c) => {
    const entered = await confirmSecondFactor(c.var.ctx, c.req.valid('json'), deviceOf(c))
    setCookies(c, entered.cookies)
    return c.json({ session: toSession(entered) }, 200)
  })
  api.openapi(endFactor, async (c) => {
    const entered = await endSecondFactor(c.var.ctx, c.req.valid('json'), deviceOf(c))
    setCookies(c, entered.cookies)
    return c.json({ session: toSession(entered) }, 200)
  })
  api.openapi(take, async (c) => {
    c.header('Content-Disposition', 'attachment; filename="my-data.json"')
    return c.json(await exportData(c.var.ctx), 200)
  })
  api.openapi(remove, async (c) => {
    setCookies(c, (await deleteAccount(c.var.ctx, c.req.valid('json'))).cookies)
    return c.body(null, 204)
  })
}
