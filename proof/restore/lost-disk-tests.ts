import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { allInvariants } from '#db/invariants.ts'
import { writeLocalTime } from '#domain/nairobi-time.ts'
import { createBuyer, orderBecomes, pair, readOrder, setStock } from '../../test/buyer.ts'
import { recordPromise } from '../../test/promises.ts'
import { openScene, postmaster, type Scene } from '../../test/scene.ts'
import { quickly, type ShopProcess } from '../../test/shop-process.ts'

/** The data is lost in the middle of selling: once, or many times at random moments of a load that goes on past PostgreSQL's own half minutes. */
export function lostDiskTests(cuts: number) {
  const isLong = cuts > 1
  vi.setConfig({ testTimeout: 120_000 + cuts * 240_000, hookTimeout: 120_000 })

  let scene: Scene
  let store: string
  let shop: ShopProcess
  let env: Record<string, string>
  const line = pair(0)

  beforeAll(async () => {
    scene = await openScene()
    store = await mkdtemp(join(tmpdir(), 'viatu-copies-'))
    env = { ...scene.env, BACKUP_DIR: store, BACKUP_PASSPHRASE: 'a passphrase for tests', APP_SECRET: 'a secret for tests, which is long enough' }
    shop = await scene.open(env)
    await setStock(scene, line, 1_000_000)
    scene.mpesa.answerAutomatically({ pin: true })
  })
  afterAll(async () => {
    await scene.close()
    await rm(store, { recursive: true, force: true })
  })

  /** A command of src/server/viatu.ts, by its file. */
  function command(file: string, ...args: string[]): Promise<{ code: number; output: string }> {
    const { PATH, HOME, TMPDIR } = process.env
    return new Promise((settle) =>
      execFile(process.execPath, [...quickly, `src/server/${file}.ts`, ...args], { env: { PATH, HOME, TMPDIR, ...env } }, (error, stdout, stderr) =>
        settle({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
      ),
    )
  }

  interface Told {
    id: string
    key: string
    /** Milliseconds since 1970 when the buyer had the answer. */
    at: number
  }

  /** Buyers one after the other in four lines, until the shop is gone. Answers what they were told. */
  function load(): { told: Told[]; over: Promise<unknown>; stop(): void } {
    const told: Told[] = []
    let isOver = false
    const stop = () => {
      isOver = true
    }
    const buys = async () => {
      while (!isOver) {
        const answer = await createBuyer([line])
          .placeOrder(shop.url)
          .catch(() => null)
        if (answer?.status === 201) told.push({ id: answer.body.id, key: answer.body.key, at: Date.now() })
        else await pause(50)
      }
    }
    return { told, over: Promise.all([1, 2, 3, 4].map(buys)), stop }
  }

  /** The power goes and the disk with it: nothing is left but M-Pesa's own book, which is elsewhere. */
  async function loseData() {
    const { pid } = await postmaster(scene.home)
    process.kill(pid, 'SIGKILL')
    await shop.kill()
    await vi.waitFor(
      async () => {
        for (const name of await readdir(scene.home))
          if (!name.startsWith('book.')) await rm(join(scene.home, name), { recursive: true, force: true })
        expect((await readdir(scene.home)).filter((name) => !name.startsWith('book.'))).toEqual([])
      },
      { timeout: 60_000, interval: 100 },
    )
  }

  /** Every payment in M-Pesa's book is in ours, once, and those without an order are on the refund list. Answers how many of them there are. */
  async function moneyIsFound(): Promise<number> {
    const theirs = scene.mpesa.book().payments
    const receipts = theirs.map(({ receipt }) => receipt).sort()
    await vi.waitFor(
      async () => {
        const ours = await scene.sql<{ receipt: string }>(`select receipt from payment_attempts where state = 'paid' order by receipt collate "C"`)
        expect(
          ours.map(({ receipt }) => receipt),
          shop.output.slice(-20).join('\n'),
        ).toEqual(receipts)
      },
      { timeout: 180_000, interval: 500 },
    )
    const lost = await scene.sql<{ phone: string; amount: number; receipt: string }>(`
    select a.phone, r.amount::integer, a.receipt from refunds r join payment_attempts a on a.id = r.attempt_id where r.order_id is null and r.state = 'due'`)
    for (const { phone, amount, receipt } of lost) expect(theirs.find((each) => each.receipt === receipt)).toMatchObject({ phone, amount })
    return lost.length
  }

  it(`comes back after its data is lost in the middle of selling: ${cuts} times`, async () => {
    const figures = { orders: 0, refunds: 0, behind: [] as number[], seconds: [] as number[] }
    for (let cut = 1; cut <= cuts; cut++) {
      // A shop that was restored makes a copy by itself, perhaps at this moment.
      const copied = { code: 0, output: expect.stringContaining('sealed') }
      await vi.waitFor(async () => expect(await command('backup')).toMatchObject(copied), { timeout: 240_000, interval: 1_000 })
      const { told, over, stop } = load()
      if (isLong) await pause(10_000 + Math.random() * 50_000)
      else await handOverInTheMiddle(told)
      await loseData()
      const lostAt = Date.now()
      stop()
      await over
      await scene.mpesa.settled()

      if (cut === 1) await damagedCopyIsRefused()
      const begun = performance.now()
      // Later than anything there is, which is no error.
      const restored = await command('restore', ...(cut % 2 ? ['--to', writeLocalTime(new Date(lostAt + 1000))] : []))
      expect([restored.code, restored.output]).toEqual([
        0,
        expect.stringMatching(/Restored in [\d.]+ s: \d+ orders, \d+ files; (the last change that came back was made|it is as it was copied)/),
      ])
      shop = await scene.open(env)
      const buyer = createBuyer([line])
      const { body: order } = await buyer.placeOrder(shop.url)
      await orderBecomes(shop.url, order, 'waiting_shipment')
      figures.seconds.push((performance.now() - begun) / 1000)

      const [run] = await scene.sql<{ at: Date; orders: number }>(
        `select last_commit_at as at, orders from backup_runs where kind = 'restore' order by ended_at desc limit 1`,
      )
      const last = (run as { at: Date }).at.getTime()
      expect(lostAt - last, 'milliseconds that were lost').toBeLessThanOrEqual(60_000)
      // What buyers were told before that is there, with the keys they have.
      const kept = told.filter(({ at }) => at <= last)
      const found = await scene.sql<{ id: string }>('select id from orders where id = any($1)', [kept.map(({ id }) => id)])
      expect(found).toHaveLength(kept.length)
      if (kept[0]) expect(await readOrder(shop.url, kept[0])).toMatchObject({ status: 200 })
      figures.refunds = await moneyIsFound()
      await vi.waitFor(async () => expect(await scene.sql(allInvariants)).toEqual([]), { timeout: 60_000, interval: 500 })
      if (isLong) expect(await command('drill')).toMatchObject({ code: 0, output: expect.stringContaining('a pair was sold') })
      figures.orders += told.length
      figures.behind.push((lostAt - last) / 1000)
      if (!isLong) {
        // With so short a load both sides of the cut have something on them.
        expect(
          [kept.length, told.length - kept.length, figures.refunds].every((count) => count > 0),
          `${kept.length} of ${told.length}, ${figures.refunds} refunds`,
        ).toBe(true)
        expect(await files(scene.home)).not.toEqual([])
      }
    }
    const most = (numbers: number[]) => Math.max(...numbers).toFixed(1)
    recordPromise({
      promise: 'A lost disk costs at most a minute of orders and five minutes of selling',
      command: cuts === 20 ? 'npm run proof -- restore' : `VIATU_CUTS=${cuts} npm run proof -- restore`,
      figure: `data deleted ${cuts} times during ${figures.orders} checkouts: at most ${most(figures.behind)} s were lost, a pair was sold again at most ${most(figures.seconds)} s after the restore began, all of M-Pesa's payments found again, ${figures.refunds} of them without an order and on the refund list`,
    })
  })

  /** PostgreSQL hands its WAL over, as every half minute, and the shop ships it while it goes on selling. */
  async function handOverInTheMiddle(told: Told[]) {
    await vi.waitFor(() => expect(told.length).toBeGreaterThan(8), { timeout: 30_000 })
    const [wal] = await scene.sql<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name')
    await vi.waitFor(async () => expect(await files(store)).toContain(wal?.name), { timeout: 30_000, interval: 100 })
    const shipped = told.length
    await vi.waitFor(() => expect(told.length).toBeGreaterThan(shipped + 8), { timeout: 30_000 })
    // Their money is there before the disk is gone.
    await vi.waitFor(() => expect(scene.mpesa.book().payments.length).toBeGreaterThan(shipped + 4), { timeout: 30_000 })
  }

  async function files(folder: string): Promise<string[]> {
    return (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).map(({ name }) => name)
  }

  async function damagedCopyIsRefused() {
    const [part] = (await readdir(store, { recursive: true })).filter((name) => name.endsWith('base.tar.000001'))
    const path = join(store, part as string)
    const whole = await readFile(path)
    const damaged = Buffer.from(whole)
    damaged[damaged.length - 100]! ^= 1
    await writeFile(path, damaged)
    expect(await command('restore')).toMatchObject({ code: 1, output: expect.stringContaining('base.tar.000001 is damaged') })
    await writeFile(path, whole)
  }
}
