import { z } from '@hono/zod-openapi'
import { may } from '#domain/roles.ts'
import { affiliateLookup, findAffiliate } from '#features/affiliates/find-affiliate.ts'
import {
  beginSecondFactor,
  codeOnly,
  confirmSecondFactor,
  endSecondFactor,
  passwordAndCode,
  passwordOnly,
} from '#features/people/change-second-factor.ts'
import { deleteAccount, deletionInput } from '#features/people/delete-account.ts'
import { exportData, personalData } from '#features/people/export-data.ts'
import { getProfile, listProfiles, profileChanges, profileRow, updateProfile } from '#features/people/profiles.ts'
import { endOtherSessions, endSession, listSessions, ownSession } from '#features/people/sessions.ts'
import { addList, addRoute } from '#server/api/add-route.ts'
import { type Api, exampleId, flagFilter, namedSchema, pathId } from '#server/api/declare.ts'
import { deviceOf, examplePassword, giveSession, session, setCookies, user } from '#server/api/session-schema.ts'
import { everybody, people, permission, staff } from '#server/permissions.ts'

export function authAccountRoutes(api: Api) {
  addList(api, '/auth/sessions', {
    who: people,
    name: 'listSessions',
    summary: 'Where I am signed in',
    description: 'This one first.',
    row: namedSchema('OwnSession', ownSession),
    all: listSessions,
  })
  addRoute(api, 'DELETE /auth/sessions/{id}', {
    who: permission('manage_people', 401, 401, 401, 'yes', 404, 404, 404),
    name: 'endSession',
    summary: 'Sign one device out',
    params: pathId('session'),
    problems: ['not_found'],
    run: ({ ctx, id }) => endSession(ctx, id),
  })
  addRoute(api, 'DELETE /auth/sessions', {
    who: people,
    name: 'endOtherSessions',
    summary: 'Sign every other device out',
    run: ({ ctx }) => endOtherSessions(ctx),
  })
  addRoute(api, 'POST /auth/second-factor', {
    who: people,
    name: 'beginSecondFactor',
    summary: 'Begin to set up a second factor',
    description:
      'Answers what an authenticator app reads, and codes for the day on which it is lost. It counts once a first code has been confirmed.',
    body: passwordOnly,
    example: { password: examplePassword },
    answer: z.object({ uri: z.string(), backup_codes: z.array(z.string()) }),
    said: 'Shown once',
    problems: ['wrong_password', 'second_factor_set', 'too_many'],
    run: ({ ctx, body }, c) => beginSecondFactor(ctx, body, deviceOf(c)),
  })
  addRoute(api, 'POST /auth/second-factor/confirm', {
    who: people,
    name: 'confirmSecondFactor',
    summary: 'Confirm the second factor with its first code',
    description: 'From then on signing in asks for a code. Every session ends, and this device gets a new one.',
    body: codeOnly,
    example: { code: '123456' },
    answer: z.object({ session }),
    said: 'A new session',
    problems: ['wrong_code', 'second_factor_set', 'second_factor_unset', 'too_many'],
    run: async ({ ctx, body }, c) => ({ session: giveSession(c, await confirmSecondFactor(ctx, body, deviceOf(c))) }),
  })
  addRoute(api, 'POST /auth/second-factor/end', {
    who: people,
    name: 'endSecondFactor',
    summary: 'Sign in without a second factor again',
    description: 'Takes the password, and a code of the app or from paper. Every session ends, and this device gets a new one.',
    body: passwordAndCode,
    example: { password: examplePassword, code: '123456' },
    answer: z.object({ session }),
    said: 'A new session',
    problems: ['wrong_password', 'wrong_code', 'second_factor_unset', 'too_many'],
    run: async ({ ctx, body }, c) => ({ session: giveSession(c, await endSecondFactor(ctx, body, deviceOf(c))) }),
  })
  addRoute(api, 'GET /auth/export', {
    who: people,
    name: 'exportMyData',
    summary: 'Download what the shop knows of me',
    answer: namedSchema('PersonalData', personalData.extend({ account: user, profile })),
    said: 'All of it',
    run: async ({ ctx }, c) => {
      c.header('Content-Disposition', 'attachment; filename="my-data.json"')
      return await exportData(ctx)
    },
  })
  addRoute(api, 'POST /auth/delete', {
    who: people,
    name: 'deleteAccount',
    summary: 'Delete my account',
    description:
      'At once and for good. Orders, commissions and payouts stay in the books under nobody’s name; pending commissions are rejected, and `forfeit` has to name what is given up. A wallet below zero stays owed, known again by a keyed hash of e-mail and M-Pesa numbers. Refused while money is on its way. Where a second factor is set up, it takes a `code` too.',
    body: deletionInput,
    example: { password: examplePassword },
    problems: ['wrong_password', 'wrong_code', 'account_busy', 'last_owner', 'too_many'],
    run: async ({ ctx, body }, c) => {
      setCookies(c, (await deleteAccount(ctx, body)).cookies)
    },
  })
}

const affiliate = namedSchema('AffiliateLookup', affiliateLookup, { id: exampleId, affiliate_code: 'KAMAU23' })

const profile = namedSchema('Profile', profileRow, {
  id: exampleId,
  full_name: 'Wanjiku Kamau',
  phone: '254712345678',
  address: 'Moi Avenue 12, Nairobi',
  is_affiliate: true,
  is_admin: false,
  affiliate_code: 'KAMAU23',
  is_paused: false,
  pause_reason: null,
  total_commission: 765,
  created_at: '2026-11-21T00:28:03.000Z',
})

export function profileRoutes(api: Api) {
  addRoute(api, 'GET /profiles/{id}', {
    who: permission('manage_people', 401, 401, 401, 'yes', 404, 404, 'yes'),
    name: 'getProfile',
    summary: 'My profile',
    description: 'An admin reads any; to everybody else there is no profile but their own.',
    params: pathId('profile'),
    answer: profile,
    said: 'The profile',
    problems: ['not_found'],
    run: ({ ctx, id }) => getProfile(ctx, id),
  })
  addRoute(api, 'PATCH /profiles/{id}', {
    who: permission('manage_people', 401, 401, 401, 'yes', 404, 404, 404),
    name: 'updateProfile',
    summary: 'Change my profile',
    description: '`is_affiliate: true` joins the affiliate programme. Whatever else the body holds is not read.',
    params: pathId('profile'),
    body: profileChanges,
    example: { full_name: 'Wanjiku Kamau', phone: '+254712345678', address: 'Moi Avenue 12, Nairobi' },
    answer: profile,
    said: 'The profile as it is now',
    problems: ['not_found'],
    run: ({ ctx, id, body }) => updateProfile(ctx, id, body),
  })
  addList(api, '/profiles', {
    who: staff('manage_people'),
    whoWith: { 'an affiliate_code': everybody },
    name: 'listProfiles',
    summary: 'Whose affiliate code this is; for admins, the profiles',
    description:
      'With an `affiliate_code`, everybody is answered its id and code only: the rest of a profile is nobody else’s business, and an unknown or paused code answers an empty list. An admin reads whole profiles, newest first: all of them, the affiliates, or the one with a code.',
    query: {
      affiliate_code: z.string('Say which code.').min(1, 'Say which code.').max(100).optional().openapi({ example: 'KAMAU23' }),
      is_affiliate: flagFilter,
    },
    row: z.union([profile, affiliate]),
    list: async (ctx, query) => {
      if (may(ctx.actor, 'manage_people') || query.affiliate_code === undefined) return await listProfiles(ctx, query)
      const found = await findAffiliate(ctx, query.affiliate_code)
      return { data: found ? [found] : [], next: null }
    },
  })
}
