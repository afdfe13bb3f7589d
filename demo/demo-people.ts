import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { verifyPassword } from '#features/people/hash-password.ts'
import { openAccount } from '#features/people/sign-up.ts'
import { makeOwner } from '#features/people/users.ts'

/** Its account has a part in the demo's made-up past. */
export const demoAffiliateEmail = 'affiliate@viatu.example'

/** One of each kind; their passwords follow from the secret of this shop, so that no other shop's demo has the same. */
const people = [
  { role: 'admin', email: 'admin@viatu.example', full_name: 'Amina Hassan', phone: '254700000001' },
  { role: 'affiliate', email: demoAffiliateEmail, full_name: 'Achieng Otieno', phone: '254700000002' },
  { role: 'shopper', email: 'shopper@viatu.example', full_name: 'Wanjiku Kamau', phone: '254700000003' },
] as const

export interface DemoSignIn {
  role: (typeof people)[number]['role']
  email: string
  password: string
}

/** The people of the demo, made on a first start, when no account exists yet. Returns those whose sign-in has not been changed since. */
export async function makeDemoPeople(ctx: Context): Promise<DemoSignIn[]> {
  const { rows } = await ctx.db.execute(sql`select from auth.users limit 1`)
  if (rows.length === 0) for (const person of people) await make(ctx, person)
  const signIns = people.map(({ role, email }) => ({ role, email, password: ctx.services.secrets.demoPassword(role) }))
  const stand = await Promise.all(signIns.map((each) => stands(ctx, each)))
  return signIns.filter((_, place) => stand[place])
}

async function make(ctx: Context, { role, ...person }: (typeof people)[number]) {
  const userId = await openAccount(ctx, { ...person, password: ctx.services.secrets.demoPassword(role) })
  // Another start was faster.
  if (userId === null) return
  await ctx.db.execute(sql`update auth.users set email_verified = true where id = ${userId}`)
  if (role === 'admin') await makeOwner(ctx, { id: userId })
  if (role === 'affiliate') await ctx.services.effects.affiliateWanted({ ...ctx, actor: { ...ctx.actor, userId } })
}

async function stands(ctx: Context, { role, email, password }: DemoSignIn): Promise<boolean> {
  const { rows } = await ctx.db.execute<{ password: string; is_admin: boolean }>(sql`
    select a.password, p.is_admin from auth.accounts a join auth.users u on u.id = a.user_id join profiles p on p.id = u.id where u.email = ${email}`)
  const [row] = rows
  return row !== undefined && (role !== 'admin' || row.is_admin) && (await verifyPassword({ hash: row.password, password }))
}
