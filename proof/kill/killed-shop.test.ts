import { readdir } from 'node:fs/promises'
import { isAlive } from '@viatu/vault/postgres'
import { describe, expect, it, vi } from 'vitest'
import { gone, postmaster } from '../../test/scene.ts'
import { startShopProcess } from '../../test/shop-process.ts'
import { expectNone, home, moveToEmptyHome, open, openedBy, processesOf, useStartedShops, waiting } from '../../test/started-shops.ts'

/** The shop is killed and started again on the same folder. */
useStartedShops()

describe('a shop that was killed', () => {
  it('leaves its PostgreSQL to the next one, and no M-Pesa', async () => {
    const first = await open()
    const [, database, ...rest] = await processesOf(first)
    expect(rest).toHaveLength(1)
    await first.kill()
    await gone(rest[0] as number)
    expect(isAlive(database as number)).toBe(true)

    const second = await open()
    expect(second.output.join('\n')).toContain('embedded PostgreSQL, joined')
    expect((await postmaster(home)).pid).toBe(database)
    const pids = await processesOf(second)
    expect(await second.stop()).toBe(0)
    expectNone(pids)
  })

  it('on its very first start, half-way, does not keep the next one from opening', async () => {
    await moveToEmptyHome()
    const killed = startShopProcess({ DATA_DIR: home }).then(
      () => 'open',
      (error: Error) => error.message,
    )
    await vi.waitFor(async () => expect(await filesOf(home)).toContainEqual(expect.stringMatching(/base.1.\d/)), waiting)
    process.kill(await openedBy(), 'SIGKILL')
    expect(await killed).toContain('before it was open')
    const shop = await open()
    expect(shop.output.join('\n')).toContain('filled with the demo catalogue')
    expect((await readdir(home)).filter((name) => name.includes('draft'))).toEqual([])
    expect(await shop.stop()).toBe(0)
  })
})

/** Everything in a folder, while somebody is making it. */
function filesOf(folder: string): Promise<string[]> {
  return readdir(folder, { recursive: true }).catch(() => [])
}
