import { expect, it } from 'vitest'
import { refusalFor } from '#web/account/auth-answer.ts'
import type { Refusal } from '#web/forms/refusal.ts'

const refusal = { code: 'invalid_credentials', title: 'Invalid credentials', message: 'Invalid login credentials' } as Refusal

it.each([
  ['wanjiku@example.com', 'Please check your email and password.'],
  ['0712345678@example.com', 'Please check your email and password.'],
  [undefined, 'Please check your email and password.'],
  ['0712 345 678', 'Please check your phone number and password, or sign in with your email instead.'],
])('a sign-in as %j that was refused says what to look at, and by phone the way that always works', (name, message) =>
  expect(refusalFor(refusal, 'sign-in', undefined, name).message).toBe(message),
)
