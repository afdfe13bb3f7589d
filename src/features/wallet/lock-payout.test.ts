import { expect, it } from 'vitest'
import { theShop } from '#features/context.ts'
import { checkPayouts } from '#features/wallet/check-payouts.ts'
import { lockPayout } from '#features/wallet/lock-payout.ts'
import { as, later } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'
import { meanwhile } from '../../../test/overtake.ts'
import { pendingPayout } from '../../../test/payout-scene.ts'

const database = useDatabase()

it('a payout that somebody decides about is not asked about meanwhile', async () => {
  const { id, admin } = await (await pendingPayout(database)).send()
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
})
