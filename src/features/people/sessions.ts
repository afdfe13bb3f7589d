import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requireSession, type Services } from '#core/context.ts'
import { readCookie } from '#core/cookie.ts'
import { isUuid } from '#core/page-of.ts'
import { enumOf, instant, selectOf } from '#core/select-of.ts'
import { Problem } from '#domain/problem.ts'
import { staffRoles } from '#domain/roles.ts'
import { deviceDays, type KnownDevice, sessionLimits } from '#domain/session.ts'
import { type Device, sessionCookieName } from '#features/people/better-auth.ts'
import { endsAt, findActor, isLive } from '#features/people/find-actor.ts'
import { keepPushDevices } from '#features/people/push-devices.ts'
import type { SignedIn } from '#features/people/sign-in.ts'

type Sealing = Pick<Services, 'secrets' | 'shop'>

/**
 * The account that a browser has signed in to before; sealed, so that only the shop can write it. It opens nothing: a browser with this cookie is only counted
 * apart from strangers who try passwords on the same account (decision 10).
 */
export function knownDevice(services: Sealing, headers: Headers): KnownDevice | null {
  const [, userId, id, seal] = shape.exec(readCookie(headers.get('cookie'), nameFor(services)) ?? '') ?? []
  if (!userId || !id || !seal) return null
  const device = { userId, id }
  return services.secrets.proves(seal, (secrets) => sealOf({ secrets }, device)) ? device : null
}
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const shape = new RegExp(`^(${uuid})\\.(${uuid})\\.([\\w-]+)$`)

/** Set-Cookie of a browser whose person has just proved who they are; a browser that is known already stays the same device. */
export function deviceCookie(services: Sealing, userId: string, known: KnownDevice | null): string {
  const device = known?.userId === userId ? known : { userId, id: randomUUID() }
  return setDeviceCookie(services, `${device.userId}.${device.id}.${sealOf(services, device)}`, deviceDays * 86_400)
}

/** Set-Cookie that makes a browser forget it, with the account. */
export function clearDeviceCookie(services: Pick<Services, 'shop'>): string {
  return setDeviceCookie(services, '', 0)
}

function setDeviceCookie(services: Pick<Services, 'shop'>, value: string, maxAge: number): string {
  const secure = services.shop.origin.startsWith('https://') ? '; Secure' : ''
  return `${nameFor(services)}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly${secure}; SameSite=Lax`
}

function nameFor({ shop }: Pick<Services, 'shop'>): string {
  return `${shop.origin.startsWith('https://') ? '__Host-' : ''}viatu.device`
}

function sealOf({ secrets }: Pick<Services, 'secrets'>, { userId, id }: KnownDevice): string {
  return secrets.seal(`device ${userId} ${id}`)
}

/** The signed-in account as pages see it. Stored in local storage, so it holds nothing secret. */
export const sessionFacts = z.object({
  user: z.object({ id: z.uuid() }),
  name: z.string(),
  is_affiliate: z.boolean(),
  is_admin: z.boolean(),
  role: enumOf(staffRoles).nullable().meta({ description: 'Of people who work in the shop' }),
  affiliate_code: z.string().nullable(),
  is_paused: z.boolean().meta({ description: 'Their affiliate links rest' }),
  expires_at: instant.meta({ description: 'When it ends, however much it is used' }),
})
export type SessionFacts = z.infer<typeof sessionFacts>

/** The session as pages see it; null for a visitor who is not signed in. Spec §7 Auth, read session. */
export async function readSession(ctx: Pick<Context, 'db' | 'now' | 'actor'>): Promise<SessionFacts | null> {
  const { sessionId } = ctx.actor
  if (sessionId === null) return null
  const { rows } = await ctx.db.execute<SessionFacts>(sql`
    select ${columns} from auth.sessions s join profiles p on p.id = s.user_id where s.id = ${sessionId} and ${isLive(ctx)}`)
  return rows[0] ?? null
}

const columns = selectOf(sessionFacts, 'p', {
  user: sql`json_build_object('id', p.id)`,
  name: sql`p.full_name`,
  is_paused: sql`p.affiliate_paused_at is not null`,
  expires_at: endsAt,
})

/** A new session for a person who has just proved who they are, in the caller's transaction: it exists if and only if that transaction is committed. */
export async function startSession(ctx: Context, userId: string, { userAgent }: Device): Promise<SignedIn> {
  const token = randomBytes(32).toString('base64url')
  await ctx.db.execute(sql`
    insert into auth.sessions (user_id, token, ip_address, user_agent, expires_at, created_at, updated_at)
    values (${userId}, ${token}, '', ${userAgent?.slice(0, 300) ?? ''},
      ${ctx.now} + make_interval(secs => ${sessionLimits.user.absoluteSeconds}), ${ctx.now}, ${ctx.now})`)
  return establishSession(ctx, token, sessionCookie(ctx.services, token))
}

/** Signs out one device of the caller. The answer for another person's session is the same as for none. */
export async function endSession(ctx: Context, id: string): Promise<void> {
  const { userId } = requireSession(ctx)
  const ended = isUuid(id) && (await ctx.db.execute(sql`delete from auth.sessions where id = ${id} and user_id = ${userId}`)).rowCount
  if (!ended) throw new Problem('not_found')
}

/** Signs out every other device; answers how many. */
export async function endOtherSessions(ctx: Context): Promise<number> {
  const { userId, sessionId } = requireSession(ctx)
  // Locks the account first, like every transaction that ends many sessions: so no two wait for each other.
  const { rowCount } = await ctx.db.execute(sql`
    with me as materialized (select id from auth.users where id = ${userId} for update),
      pushes as (delete from push_devices d using me where d.user_id = me.id and d.session_id <> ${sessionId})
    delete from auth.sessions s using me where s.user_id = me.id and s.id <> ${sessionId}`)
  return rowCount ?? 0
}

declare module '#core/context.ts' {
  interface Effects {
    /** An affiliate signed in with this browser. Returns the cookies that it is to keep. */
    affiliateSignedIn(ctx: Context, userId: string): Promise<string[]>
  }
}

/**
 * Makes a new session the one of this browser, and returns it with its cookies. The session that the request came with ends, so a planted or stolen one does
 * not live on (promises §4 G57); the browser is a known device from now on.
 */
export async function establishSession(ctx: Context, token: string, cookies: string[]): Promise<SignedIn> {
  const found = await findActor(ctx, token)
  const { device, sessionId } = ctx.actor
  if (found?.role && device) await keepPushDevices(ctx, found.userId, found.sessionId, device.id)
  if (sessionId !== null) await ctx.db.execute(sql`delete from auth.sessions where id = ${sessionId} and token <> ${token}`)
  const session = found && (await readSession({ ...ctx, actor: { ...ctx.actor, ...found } }))
  if (!session) throw new Problem('session_missing')
  ctx.log.info({ user: found.userId }, 'session begun')
  const marks = found.isAffiliate ? await ctx.services.effects.affiliateSignedIn(ctx, found.userId) : []
  return { session, token, cookies: [...cookies, deviceCookie(ctx.services, found.userId, ctx.actor.device), ...marks] }
}

export const ownSession = z.object({
  id: z.uuid(),
  /** The user agent of the browser, or null. */
  user_agent: z.string().nullable(),
  created_at: instant,
  last_used_at: instant,
  is_current: z.boolean(),
})
export type OwnSession = z.infer<typeof ownSession>

/** The devices on which the caller is signed in, this device first. */
export async function listSessions(ctx: Context): Promise<OwnSession[]> {
  const { userId, sessionId } = requireSession(ctx)
  const { rows } = await ctx.db.execute<OwnSession>(sql`
    select ${selectOf(ownSession, 's', { user_agent: sql`nullif(s.user_agent, '')`, last_used_at: sql`s.updated_at`, is_current: sql`s.id = ${sessionId}` })}
    from auth.sessions s join profiles p on p.id = s.user_id where s.user_id = ${userId} and ${isLive(ctx)}
    order by is_current desc, s.updated_at desc`)
  return rows
}

/** Ends the caller's session, here and in the database; a second call changes nothing. */
export async function signOut(ctx: Context): Promise<{ cookies: string[] }> {
  const { sessionId, userId } = ctx.actor
  if (sessionId !== null) {
    await ctx.db.execute(sql`delete from auth.sessions where id = ${sessionId}`)
    ctx.log.info({ user: userId }, 'signed out')
  }
  return { cookies: clearSessionCookie(ctx.services) }
}

/** The token of the session that a request carries, as a bearer or in the cookie; null when there is none, or when the cookie's seal is not ours. */
export function readSessionToken(services: Pick<Services, 'secrets' | 'shop'>, headers: Headers): string | null {
  const bearer = /^bearer +([\w-]{32,200})$/i.exec(headers.get('authorization') ?? '')
  if (bearer) return bearer[1] as string
  const sealed = readCookie(headers.get('cookie'), sessionCookieName(services.shop.origin))
  const dot = sealed?.lastIndexOf('.') ?? -1
  if (!sealed || dot < 1) return null
  const token = sealed.slice(0, dot)
  return services.secrets.proves(sealed.slice(dot + 1), (secrets) => seal({ secrets }, token)) ? token : null
}

/** Set-Cookie values that let a browser keep a session, as long as sessions live at most. */
function sessionCookie(services: Pick<Services, 'secrets' | 'shop'>, token: string): string[] {
  return [setCookie(services, encodeURIComponent(`${token}.${seal(services, token)}`), sessionLimits.user.absoluteSeconds)]
}

/** Set-Cookie values that make a browser forget its session. */
export function clearSessionCookie(services: Pick<Services, 'shop'>): string[] {
  return [setCookie(services, '', 0)]
}

function setCookie({ shop }: Pick<Services, 'shop'>, value: string, maxAge: number): string {
  const secure = shop.origin.startsWith('https://') ? '; Secure' : ''
  return `${sessionCookieName(shop.origin)}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly${secure}; SameSite=Lax`
}

/** As better-auth seals its cookies. */
function seal({ secrets }: Pick<Services, 'secrets'>, token: string): string {
  return createHmac('sha256', secrets.authSecret).update(token).digest('base64')
}
