import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Context } from '#features/context.ts'

/** The page each link opens; its query says what the page is asked to do, in the words of the specification's back end. */
const pages = { verify: '/signin?type=signup', recover: '/reset-password?type=recovery', change: '/signin?type=email_change' } as const
export type LinkKind = keyof typeof pages

export interface OpenLink extends Record<string, unknown> {
  userId: string
  /** The new address, of a link that confirms one. */
  address: string | null
}

type Linking = Pick<Context, 'db' | 'now' | 'services'>

/** A link to mail: it opens once, for an hour, and only while it is the newest of its kind. Its address is made of the settings, never of a request. */
export async function makeLink(ctx: Linking, kind: LinkKind, userId: string, address: string | null = null): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await ctx.db.execute(sql`
    insert into auth.links (token_hash, kind, user_id, address, expires_at, created_at)
    values (${hashOf(token)}, ${kind}, ${userId}, ${address}, ${ctx.now} + interval '1 hour', ${ctx.now})
    on conflict (user_id, kind) do update set token_hash = excluded.token_hash, address = excluded.address, expires_at = excluded.expires_at, created_at = excluded.created_at`)
  return `${ctx.services.shop.origin}${pages[kind]}&token=${token}`
}

/** What a link opens, or null. Looking uses nothing up: mail programs look at links before people do. */
export async function findLink(ctx: Pick<Context, 'db' | 'now'>, kind: LinkKind, token: string): Promise<OpenLink | null> {
  const { rows } = await ctx.db.execute<OpenLink>(sql`
    select user_id as "userId", address from auth.links where token_hash = ${hashOf(token)} and kind = ${kind} and expires_at > ${ctx.now}`)
  return rows[0] ?? null
}

/** Uses a link up; of two who come at once with the same, one gets null. */
export async function takeLink(ctx: Pick<Context, 'db' | 'now'>, kind: LinkKind, token: string): Promise<OpenLink | null> {
  const { rows } = await ctx.db.execute<OpenLink>(sql`
    delete from auth.links where token_hash = ${hashOf(token)} and kind = ${kind} and expires_at > ${ctx.now} returning user_id as "userId", address`)
  return rows[0] ?? null
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
