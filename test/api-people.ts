import { type SQL, sql } from 'drizzle-orm'
import { beginSecondFactor, confirmSecondFactor } from '#features/people/change-second-factor.ts'
import { findActor } from '#features/people/find-actor.ts'
import { makeLink } from '#features/people/letter-links.ts'
import { signIn } from '#features/people/sign-in.ts'
import type { Kind } from '../proof/generated/calls.ts'
import { type Account, account, device, type Entered, entered } from './accounts.ts'
import { newCode } from './affiliates.ts'
import { as, contextOn, rowsOf } from './checkout.ts'
import type { TestDatabase } from './database.ts'
import { codeOf } from './totp.ts'

type Person = Exclude<Kind, 'guest' | 'key'>
/** Somebody of each kind. The guarded one has a second factor and these codes on paper; the newcomer has not confirmed an address. */
export type People = Record<Exclude<Person, 'guarded'>, Entered> & { guarded: Entered & { paper: string[] }; newcomer: Account }
type Where = Pick<TestDatabase, 'db' | 'ownerDb'>

/** Everybody as they were: calls change roles, end sessions and delete accounts. */
export async function restorePeople(database: Where, people: Partial<People>): Promise<People> {
  for (const kind of ['customer', 'affiliate', 'admin'] as const) {
    const isAffiliate = kind === 'affiliate'
    const who = people[kind]
    const same = who && (await isStill(database, who, sql`not u.two_factor_enabled`))
    people[kind] = same ? who : await entered(database, { is_affiliate: isAffiliate, isAdmin: kind === 'admin' })
    await database.ownerDb.execute(sql`
      update profiles set role = ${kind === 'admin' ? 'owner' : null}, is_affiliate = ${isAffiliate}, affiliate_paused_at = null, affiliate_pause_reason = null,
        affiliate_code = coalesce(affiliate_code, ${isAffiliate ? newCode() : null}) where id = ${people[kind].id}`)
  }
  const { guarded: who } = people
  if (!who || who.paper.length < 2 || !(await isStill(database, who, sql`u.two_factor_enabled`))) people.guarded = await guarded(database)
  if (!people.newcomer || !(await isUnproved(database, people.newcomer))) people.newcomer = await account(database, { isProved: false })
  return people as People
}

/** Whose session, role, second factor or account has changed since restorePeople. */
export async function changedPeople(database: Where, { newcomer, ...others }: People): Promise<(keyof People)[]> {
  const role = (kind: string) => sql`exists (
    select from profiles p where p.id = u.id and p.is_admin = ${kind === 'admin'} and p.is_affiliate = ${kind === 'affiliate'} and p.affiliate_paused_at is null)`
  const checks = Object.entries(others).map(async ([kind, who]) => {
    const isSame = await isStill(database, who, sql`u.two_factor_enabled = ${kind === 'guarded'} and ${role(kind)}`)
    return isSame ? [] : [kind as keyof People]
  })
  return [...(await Promise.all(checks)).flat(), ...((await isUnproved(database, newcomer)) ? [] : (['newcomer'] as const))]
}

async function isStill(database: Where, who: Entered, condition: SQL): Promise<boolean> {
  const [session] = await rowsOf(
    database,
    sql`select from auth.sessions s join auth.users u on u.id = s.user_id where s.id = ${who.actor.sessionId} and u.id = ${who.id} and ${condition}`,
  )
  return session !== undefined
}

async function isUnproved(database: Where, { id }: Account): Promise<boolean> {
  return (await rowsOf(database, sql`select from auth.users where id = ${id} and not email_verified`)).length > 0
}

async function guarded(database: Where): Promise<People['guarded']> {
  const who = await entered(database)
  const ctx = as(contextOn(database), who.actor)
  const { uri, backup_codes: paper } = await beginSecondFactor(ctx, { password: who.password }, device)
  const session = await confirmSecondFactor(ctx, { code: codeOf(uri) }, device)
  return { ...who, ...session, paper, actor: { ...who.actor, ...(await findActor(ctx, session.token)) } as Entered['actor'] }
}

/** What letters and apps would show: each works once. */
export async function linksAndCodes(database: Where, { customer, guarded, newcomer }: People) {
  const ctx = contextOn(database)
  const tokenOf = (link: string) => new URL(link).searchParams.get('token') as string
  const { uri } = await beginSecondFactor(as(ctx, customer.actor), { password: customer.password }, device)
  const half = await signIn(ctx, guarded, device)
  return {
    link: tokenOf(await makeLink(ctx, 'recover', customer.id)),
    verifyLink: tokenOf(await makeLink(ctx, 'verify', newcomer.id)),
    challenge: 'challenge' in half ? half.challenge : '',
    appCode: codeOf(uri),
    paperCode: guarded.paper.pop() as string,
    otherPaperCode: guarded.paper.pop() as string,
  }
}
