import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'

/** The page each link opens, unless a `redirect` names another that can; and the parameters of its query, in the words of the specification's back end. */
const pages = {
  verify: { page: '/signin', type: 'signup' },
  recover: { page: '/reset-password', type: 'recovery' },
  change: { page: '/signin', type: 'email_change' },
} as const
export type LinkKind = keyof typeof pages
/** How many links of a kind work at a time; a constraint enforces the same. */
const kept = { verify: 3, recover: 3, change: 1 } as const satisfies Record<LinkKind, number>

export interface OpenLink extends Record<string, unknown> {
  userId: string
  /** The new address, of a link that confirms one. */
  address: string | null
  /** The session that asked for it. */
  sessionId: string | null
}

type Linking = Pick<Context, 'db' | 'now' | 'services'>

/**
 * A link to mail: it opens once, for an hour, and while it is among the last of its kind: a stranger who requests more does not void the earlier ones. Its
 * address is made of the settings, never of a request. The caller's transaction holds the account's row.
 */
export async function makeLink(ctx: Linking, kind: LinkKind, userId: string, asked: Asked = {}): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await ctx.db.execute(sql`
    insert into auth.links (token_hash, kind, user_id, slot, address, session_id, expires_at, created_at)
    select ${hashOf(token)}, ${kind}, ${userId}, slots.slot, ${asked.address ?? null}, ${asked.sessionId ?? null}::uuid, ${ctx.now} + interval '1 hour', ${ctx.now}
    from generate_series(1, ${kept[kind]}::integer) as slots (slot)
    left join auth.links old on old.user_id = ${userId} and old.kind = ${kind} and old.slot = slots.slot
    order by old.created_at nulls first, slots.slot limit 1
    on conflict (user_id, kind, slot) do update set token_hash = excluded.token_hash, address = excluded.address, session_id = excluded.session_id,
      expires_at = excluded.expires_at, created_at = excluded.created_at`)
  return addressOf(ctx.services.shop.origin, kind, token, asked.redirect ?? null)
}

interface Asked {
  /** Of a link that changes the address: the new address, and the session that requested it. */
  address?: string
  sessionId?: string
  /** A path of the shop. If that page can use the link, the link opens it; otherwise the link's own page leads on to it. */
  redirect?: string | null
}

function addressOf(origin: string, kind: LinkKind, token: string, redirect: string | null): string {
  const { page, type } = pages[kind]
  const wanted = redirect === null ? null : new URL(redirect, origin)
  const isOpener = wanted !== null && (signInPages.test(wanted.pathname) || (kind === 'recover' && resetPages.test(wanted.pathname)))
  const url = isOpener ? wanted : new URL(page, origin)
  url.searchParams.set('type', type)
  url.searchParams.set('token', token)
  if (redirect !== null && !isOpener) url.searchParams.set('next', redirect)
  return url.href
}

/** Every name of the two pages that links open (spec §2). */
const signInPages = /^\/(auth|sign((-|%20)?(in|up))?)\/?$/
const resetPages = /^\/(reset-password|password-reset)\/?$/

/** The contents of a link, or null. Looking uses nothing up: mail programs look at links before people do. */
export async function findLink(ctx: Pick<Context, 'db' | 'now'>, kind: LinkKind, token: string): Promise<OpenLink | null> {
  const { rows } = await ctx.db.execute<OpenLink>(sql`
    select user_id as "userId", address, session_id as "sessionId" from auth.links where token_hash = ${hashOf(token)} and kind = ${kind} and expires_at > ${ctx.now}`)
  return rows[0] ?? null
}

/** Uses up a link, and the others of its kind, in a transaction that from here on holds the account's row; of two that come at once, one gets null. */
export async function takeLink(ctx: Pick<Context, 'db' | 'now'>, kind: LinkKind, token: string): Promise<OpenLink | null> {
  // Locks the account first, like every transaction that changes one: so no two wait for each other.
  await ctx.db.execute(sql`select from auth.users where id = (select user_id from auth.links where token_hash = ${hashOf(token)}) for update`)
  const { rows } = await ctx.db.execute<OpenLink>(sql`
    with taken as (
      delete from auth.links where token_hash = ${hashOf(token)} and kind = ${kind} and expires_at > ${ctx.now} returning user_id, address, session_id
    ), others as (
      delete from auth.links where user_id = (select user_id from taken) and kind = ${kind} and token_hash <> ${hashOf(token)}
    )
    select user_id as "userId", address, session_id as "sessionId" from taken`)
  return rows[0] ?? null
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
