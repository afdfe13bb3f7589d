import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { theShop } from '#core/context.ts'
import { precomputeRankings, recentRankings } from '#features/staff/rankings.ts'
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
})

describe('rankings of many orders', () => {
  const few = 0
  const best = async (time: number) => (await recentRankings(boss(), { name: '90d' }, () => time)).bestSellers[0]
  const kept = async () =>
    (await database.db.execute<{ period: string; counted_at: string }>(sql`select period, counted_at::text from ranking_snapshots order by period`))
      .rows

  it('are counted by a job, once for all processes, and carry no names', async () => {
    await precomputeRankings(boss(), { few })
    expect(await kept(), 'nobody knows yet how many there are').toEqual([])
    await database.ownerDb.execute(sql`analyze orders`)
    await Promise.all([precomputeRankings(boss(), { few }), precomputeRankings(boss(), { few })])
    await precomputeRankings(boss(), { few })
    const first = await kept()
    expect(first.map(({ period }) => period)).toEqual(['30d', '7d', '90d', 'all'])
    await precomputeRankings(boss(), { few })
    expect(await kept(), 'they are a moment old').toEqual(first)

    const [shoe] = (await recentRankings(boss(), { name: 'all' })).bestSellers
    await database.db.execute(sql`update products set name = 'Renamed' where id = ${shoe?.id}`)
    const more = await placed(contextOn(database), await putOnShelf(database, { sizes: { '40': 9 } }))
    await tellPaid(more.ctx, more.attempt)
    expect(await best(600_000)).toMatchObject({ name: 'Renamed', pairs: 2 })
    expect((await recentRankings(boss(), { name: '90d' }, () => 600_000)).bestSellers).toHaveLength(1)
  })

  it('are counted by whoever asks when the job has not come round for long, and kept for few orders by nobody', async () => {
    await database.db.execute(sql`update ranking_snapshots set counted_at = now() - interval '16 minutes' where period = '90d'`)
    expect((await recentRankings(boss(), { name: '90d' }, () => 900_000)).bestSellers).toHaveLength(2)
    await database.db.execute(sql`delete from ranking_snapshots`)
    await precomputeRankings(boss())
    expect(await kept()).toEqual([])
  })
})
