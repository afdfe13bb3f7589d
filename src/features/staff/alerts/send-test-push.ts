import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { type Context, theShop } from '#core/context.ts'
import { consume } from '#core/rate-limit.ts'
import { openWorkOf, waitingInAll } from '#domain/open-work.ts'
import { Problem } from '#domain/problem.ts'
import { countOpenWork } from '#features/orders/list-work.ts'
import { requireStaff } from '#features/people/require-identity.ts'
import { alertPush, alertSettingsPath } from '#features/staff/alerts/alert-texts.ts'
import { findPushKeys, pushContact } from '#features/staff/alerts/push-keys.ts'
import type { PushTarget } from '#services/push/push.ts'

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
