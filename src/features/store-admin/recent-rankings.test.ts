import { describe, expect, it } from 'vitest'
import { anonymous, theShop } from '#features/context.ts'
import { recentRankings } from '#features/store-admin/recent-rankings.ts'
import { refusalOf } from '../../../test/accounts.ts'
import { contextOn, placed, putOnShelf, tellPaid } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'

const database = useDatabase()
const boss = () => contextOn(database, { actor: theShop })

describe('rankings that are remembered', () => {
  it('are read again after a minute', async () => {
    const shoe = await putOnShelf(database, { sizes: { '40': 9 } })
    const buy = async () => {
      const order = await placed(contextOn(database), shoe)
      await tellPaid(order.ctx, order.attempt)
    }
    const pairsAt = async (time: number) => (await recentRankings(boss(), { name: 'all' }, () => time)).bestSellers[0]?.pairs
    await buy()
    expect(await pairsAt(0)).toBe(1)
    await buy()
    expect(await pairsAt(59_999)).toBe(1)
    expect(await pairsAt(60_000)).toBe(2)
  })

  it('keep what failed to nobody, and each period apart', async () => {
    const broken = { ...boss(), now: undefined as never }
    await expect(recentRankings(broken, { name: '7d' })).rejects.toThrow()
    expect((await recentRankings(boss(), { name: '7d' })).bestSellers).toHaveLength(1)
    expect((await recentRankings(boss(), { name: 'own', from: '2020-01-01', to: '2020-02-01' })).bestSellers).toEqual([])
  })

  it('are for admins, also when they are known', async () => {
    expect(await refusalOf(recentRankings({ ...boss(), actor: anonymous }, { name: 'all' }))).toBe('signed_out')
  })
})
