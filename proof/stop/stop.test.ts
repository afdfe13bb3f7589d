import { describe, expect, it, vi } from 'vitest'
import { call, createBuyer } from '../../test/buyer.ts'
import { gone, postmaster } from '../../test/scene.ts'
import { quickly, startShopProcess } from '../../test/shop-process.ts'
import { control, expectNone, home, onePair, open, openedBy, processesOf, shops, useStartedShops, waiting } from '../../test/started-shops.ts'

/** The shop is told to close while somebody buys, while people watch, while it opens, and by npm: it finishes what it has begun and leaves nothing running. */
useStartedShops()

describe('a shop that is closed', () => {
  it('lets a checkout in flight finish', async () => {
    const shop = await open()
    await control(shop, '/faults', { at: 'submit', answer: 'hang', ms: 1500 })
    const buyer = createBuyer([onePair])
    const press = buyer.placeOrder(shop.url)
    await vi.waitFor(async () => {
      const { body } = await call(shop.simulatorUrl as string, `/control/prompts?phone=${buyer.phone}`, {})
      expect(body.prompts).toHaveLength(1)
    }, waiting)
    const pids = await processesOf(shop)
    const closed = shop.stop()
    expect(await press).toMatchObject({ status: 201, body: { status: 'awaiting_payment' } })
    expect(await closed).toBe(0)
    expectNone(pids)
  })

  it('closes once when Ctrl-C comes twice, and does not wait for people who watch their order', async () => {
    const shop = await open()
    const { body: order } = await createBuyer([onePair]).placeOrder(shop.url)
    const stream = await fetch(`${shop.url}/api/orders/${order.id}/events?key=${order.key}`)
    expect(stream.headers.get('content-type')).toContain('text/event-stream')
    const reader = (stream.body as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    const pids = await processesOf(shop)
    const asked = performance.now()
    process.kill(shop.pid, 'SIGINT')
    process.kill(shop.pid, 'SIGINT')
    await gone(shop.pid)
    expect(await shop.stop()).toBe(0)
    expect(performance.now() - asked).toBeLessThan(10_000)
    expect(shop.output.filter((line) => line.startsWith('Closing'))).toHaveLength(1)
    expectNone(pids)
    await reader.cancel().catch(() => {})
  })

  it('closes what it has opened so far when Ctrl-C comes while it opens', async () => {
    const opening = startShopProcess({ DATA_DIR: home }).then(
      (shop) => shop.stop(),
      (error) => error,
    )
    await vi.waitFor(async () => expect((await postmaster(home)).port).toBeGreaterThan(0), waiting)
    const { pid } = await postmaster(home)
    process.kill(await openedBy(), 'SIGTERM')
    await opening
    expectNone([pid])
  })
})

describe('a shop that npm started', () => {
  it('closes when npm was told to, which tells nobody', async () => {
    const npm = `require('node:child_process').spawn(process.execPath, ${JSON.stringify([...quickly, 'src/server/main.ts'])}, { stdio: 'inherit' })`
    const parent = await startShopProcess({ DATA_DIR: home, npm_lifecycle_event: 'start' }, ['-e', npm])
    shops.push(parent)
    const { pid } = await postmaster(home)
    const shopPid = await openedBy()
    await parent.stop()
    await gone(shopPid)
    expectNone([shopPid, pid])
  })
})
