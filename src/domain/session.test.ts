import { expect, it } from 'vitest'
import { sessionLimits } from '#domain/session.ts'

it('ends the session of a user after 7 days at rest or 30 days, and of an admin after half an hour or 8 hours', () =>
  expect(sessionLimits).toEqual({
    user: { idleSeconds: 604_800, absoluteSeconds: 2_592_000 },
    admin: { idleSeconds: 1_800, absoluteSeconds: 28_800 },
  }))
