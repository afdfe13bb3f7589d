import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { theShop } from '#core/context.ts'
import { checkPayouts } from '#features/affiliates/wallet/check-payouts.ts'
import { lockPayout } from '#features/affiliates/wallet/lock-payout.ts'
import { as, later } from '../../../../test/checkout.ts'
import { useDatabase } from '../../../../test/database.ts'
import { meanwhile } from '../../../../test/overtake.ts'
import { pendingPayout } from '../../../../test/payout-scene.ts'

const database = useDatabase()

it('a payout that somebody decides about is not asked about meanwhile', async () => {
  const payout = await (await pendingPayout(database)).send()
  const { id, admin } = payout
  const other = await (await pendingPayout(database)).send()
  await database.db.execute(sql`update affiliate_payouts set next_check_at = now() + interval '1 day' where id = ${other.id}`)
  const check = async () => looked.push(await checkPayouts(later(as(admin, theShop), '1 hour')))
  const looked: number[] = []
  await meanwhile(
    database,
    ({ db }) => lockPayout(db, id),
    [check],
    async () => {},
  )
  expect(looked).toEqual([0])
  await check()
  expect(looked).toEqual([0, 1])
  expect([(await payout.row()).checks, (await other.row()).checks]).toEqual([1, 0])
})
