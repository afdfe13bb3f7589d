import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '#features/context.ts'
import { takeTurn } from '#features/limits/take-turn.ts'
import { recoverPasswordLetter } from '#features/mail/letters/recover-password.ts'
import { verifyAddressLetter } from '#features/mail/letters/verify-address.ts'
import { queueMail } from '#features/mail/queue-mail.ts'
import { makeLink } from '#features/people/links.ts'

/** What may be asked for by address: the letter, and to which accounts it goes. */
const letters = {
  verify: { letter: verifyAddressLetter, goesTo: sql`not u.email_verified` },
  recover: { letter: recoverPasswordLetter, goesTo: sql`true` },
} as const
type Kind = keyof typeof letters

/**
 * Writes down that a letter was asked for. Whether anybody has the address is found out later, by a job: so the answer, and the time it takes, say
 * nothing about it (promises §4 G56). Problem `too_many`.
 */
export async function askForLetter(ctx: Context, kind: Kind, email: string): Promise<void> {
  await takeLetterTurns(ctx, kind, email)
  await writeLetterRequest(ctx, kind, email)
}

/** How often letters may be asked for; outside any transaction (`takeTurns`). Problem `too_many`. */
export async function takeLetterTurns(ctx: Context, kind: Kind, email: string): Promise<void> {
  await takeTurn(ctx, `${kind}_address`, ctx.actor.address)
  await takeTurn(ctx, `${kind}_account`, email)
}

/** The request itself, in the caller's transaction. */
export async function writeLetterRequest(ctx: Pick<Context, 'db' | 'now'>, kind: Kind, email: string): Promise<void> {
  await ctx.db.execute(sql`insert into auth.letter_requests (kind, email, created_at) values (${kind}, ${email}, ${ctx.now})`)
}

interface Request extends Record<string, unknown> {
  kind: Kind
  email: string
}

/** Writes the letters that were asked for, each in the transaction that forgets its request. Answers how many requests there were. */
export async function answerLetterRequests(ctx: Context): Promise<number> {
  for (let answered = 0; ; answered++) if (!(await ctx.db.transaction((tx) => answerOne({ ...ctx, db: tx })))) return answered
}

async function answerOne(ctx: Context): Promise<boolean> {
  const { rows } = await ctx.db.execute<Request>(sql`
    delete from auth.letter_requests where id = (select id from auth.letter_requests order by id limit 1 for update skip locked) returning kind, email`)
  const [request] = rows
  if (request) await writeLetter(ctx, request, letters[request.kind])
  return request !== undefined
}

async function writeLetter(ctx: Context, { kind, email }: Request, { letter, goesTo }: { letter: typeof recoverPasswordLetter; goesTo: SQL }) {
  const { rows } = await ctx.db.execute<{ id: string; name: string }>(sql`
    select u.id, p.full_name as name from auth.users u join profiles p using (id) where u.email = ${email} and ${goesTo}`)
  const [user] = rows
  if (!user) return
  const link = await makeLink(ctx, kind, user.id)
  await queueMail(ctx, { to: email, userId: user.id, ...letter({ shop: ctx.services.shop, name: user.name, link }) })
}
