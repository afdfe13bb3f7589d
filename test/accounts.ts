import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Actor, Context } from '#core/context.ts'
import type { StaffRole } from '#domain/roles.ts'
import { answerEmailRequests } from '#features/people/email-requests.ts'
import { findActor } from '#features/people/find-actor.ts'
import { type SignedIn, signIn } from '#features/people/sign-in.ts'
import { signUp } from '#features/people/sign-up.ts'
import { as, contextOn, newPhone, rowsOf, theShop } from './checkout.ts'
import type { TestDatabase } from './database.ts'

export const goodPassword = 'mbio-wingu-42'
export const device = { userAgent: 'Firefox on a test' }

export interface Account {
  id: string
  email: string
  phone: string
  password: string
}

/** A new account, with a verified e-mail address by default. */
export async function account(
  database: Pick<TestDatabase, 'db'>,
  {
    isProved = true,
    isAdmin = false,
    role = isAdmin ? 'owner' : null,
    ...changes
  }: {
    isProved?: boolean
    isAdmin?: boolean
    role?: StaffRole | null
    email?: string
    phone?: string
    full_name?: string
    is_affiliate?: boolean
  } = {},
): Promise<Account> {
  const sent = { full_name: 'Wanjiku Kamau', email: `w-${randomUUID()}@example.com`, phone: newPhone(), password: goodPassword, ...changes }
  const { user } = await signUp(contextOn(database), sent)
  if (isProved) await database.db.execute(sql`update auth.users set email_verified = true where id = ${user.id}`)
  if (role) await database.db.execute(sql`update profiles set role = ${role} where id = ${user.id}`)
  return { id: user.id, email: sent.email, phone: sent.phone, password: sent.password }
}

export interface Entered extends Account, SignedIn {
  actor: Actor & { userId: string; sessionId: string }
  /** The Cookie header of a browser that has just signed in. */
  cookie: string
}

/** A new account with a session. */
export async function entered(database: Pick<TestDatabase, 'db'>, changes: Parameters<typeof account>[1] = {}): Promise<Entered> {
  const who = await account(database, changes)
  return { ...who, ...(await signedIn(contextOn(database), who)) }
}

/** Signs in again, for another session. */
export async function signedIn(ctx: Context, { email, password }: Pick<Account, 'email' | 'password'>) {
  const answer = await signIn(ctx, { email, password }, device)
  if (!('session' in answer)) throw new Error('a second factor was asked for')
  const found = await findActor(ctx, answer.token)
  return { ...answer, actor: { ...ctx.actor, ...found } as Entered['actor'], cookie: cookieOf(answer.cookies) }
}

/** The Cookie header for Set-Cookie headers. */
export function cookieOf(cookies: string[]): string {
  return cookies
    .filter((each) => !each.includes('Max-Age=0'))
    .map((each) => each.split(';')[0])
    .join('; ')
}

export interface Post extends Record<string, unknown> {
  kind: string
  to: string
  subject: string
  text: string
}

/** The e-mails to an address, oldest first, after pending e-mail requests were processed. */
export async function postOf(database: Pick<TestDatabase, 'db'>, email: string): Promise<Post[]> {
  await answerEmailRequests(as(contextOn(database), theShop))
  return rowsOf<Post>(database, sql`select kind, to_address as to, subject, text from messages where to_address = ${email} order by created_at`)
}

/** The token in the link of the newest e-mail of a kind. */
export async function tokenOf(database: Pick<TestDatabase, 'db'>, email: string, kind: string): Promise<string> {
  const letter = (await postOf(database, email)).findLast((each) => each.kind === kind)
  const token = /[?&]token=([\w-]+)/.exec(letter?.text ?? '')?.[1]
  if (!token) throw new Error(`no letter ${kind} to ${email}`)
  return token
}

/** The problem code that a call was refused with. */
export function refusalOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'not refused',
    (error) => error.code ?? String(error),
  )
}
