import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { type Context, theShop } from '#core/context.ts'
import { consume } from '#core/rate-limit.ts'
import { openWorkOf, waitingInAll } from '#domain/open-work.ts'
import { Problem } from '#domain/problem.ts'
import { countOpenWork } from '#features/orders/list-work.ts'
import { requireStaff } from '#features/people/require-identity.ts'
import { alertPush, alertSettingsPath } from '#features/staff/alerts/alert-texts.ts'
import type { PushKeys, PushTarget } from '#services/push/push.ts'

/** The shop's keys of Web Push; null where there are none yet, or no secret of this shop opens them. */
export async function findPushKeys({ db, services }: Pick<Context, 'db' | 'services'>): Promise<PushKeys | null> {
  const { rows } = await db.execute<{ public_key: string; private_key: string }>(sql`select public_key, private_key from push_keys`)
  const privateKey = rows[0] ? services.secrets.decrypt(rows[0].private_key) : null
  return rows[0] && privateKey !== null ? { publicKey: rows[0].public_key, privateKey } : null
}

/**
 * The same, made at the first need, once in any number of processes. Keys that were encrypted with a secret that is lost are made again: no device takes messages of
 * other keys than those it was allowed with, so the devices go.
 */
export async function requirePushKeys(ctx: Context): Promise<PushKeys> {
  const found = await findPushKeys(ctx)
  if (found) return found
  const { publicKey, privateKey } = await ctx.services.push.makeKeys()
  return ctx.db.transaction(async (tx) => {
    await tx.execute(sql`lock table push_keys in exclusive mode`)
    const meanwhile = await findPushKeys({ ...ctx, db: tx })
    if (meanwhile) return meanwhile
    await tx.execute(sql`delete from push_devices`)
    await tx.execute(sql`delete from push_keys`)
    await tx.execute(sql`
      insert into push_keys (public_key, private_key, created_at) values (${publicKey}, ${ctx.services.secrets.encrypt(privateKey)}, ${ctx.now})`)
    ctx.log.info({}, 'keys of push messages made')
    return { publicKey, privateKey }
  })
}

/** Whom a push service may ask about messages of the shop (RFC 8292): its e-mail, or its address where it shows none. */
export function pushContact({ email, origin }: Pick<Context['services']['shop'], 'email' | 'origin'>): string {
  return email ? `mailto:${email}` : origin
}

/**
 * Sends a test message to all devices of the caller at once, also in quiet hours. Returns how many services took it; devices that take none any more are dropped.
 */
export async function sendTestPush(ctx: Context): Promise<number> {
  const { userId, role } = requireStaff(ctx)
  await consume(ctx, 'push_test_account', userId)
  const keys = await findPushKeys(ctx)
  const { rows } = await ctx.db.execute<PushTarget & { id: string } & Record<string, unknown>>(sql`
    select id, endpoint, p256dh, auth from push_devices where user_id = ${userId}`)
  if (!keys || rows.length === 0) throw new Problem('no_push_devices')
  const { push, shop } = ctx.services
  const words = { title: `${shop.name} can reach you`, lines: ['This is the test that you asked for.'], path: alertSettingsPath }
  const waiting = waitingInAll(openWorkOf({ role }, await countOpenWork({ ...ctx, actor: theShop })))
  const answers = await Promise.all(
    rows.map(async ({ id, ...to }) => {
      const topic = `test-${randomUUID().slice(0, 8)}`
      const answer = await push.send({
        to,
        keys,
        contact: pushContact(shop),
        payload: alertPush(words, topic, waiting),
        topic,
      })
      if (answer.outcome === 'gone') await ctx.db.execute(sql`delete from push_devices where id = ${id}`)
      if (answer.outcome === 'sent') await ctx.db.execute(sql`update push_devices set last_sent_at = ${ctx.now} where id = ${id}`)
      return answer
    }),
  )
  const sent = answers.filter(({ outcome }) => outcome === 'sent').length
  const failure = answers.find((answer) => answer.outcome !== 'sent')
  if (sent === 0 && failure && 'code' in failure) throw new Problem('push_failed', { detail: failure.code })
  return sent
}
