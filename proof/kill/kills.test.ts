import { closeSync, fsyncSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isAlive } from '@viatu/vault/postgres'
import pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { call, createBuyer, readOrder } from '../../test/buyer.ts'
import { callbacksComeDue, killPostgres, line, ordered, pays, pressed, reopen, scene, shop, useCrashScene, waiting } from '../../test/crash-scene.ts'
import { recordPromise } from '../../test/promises.ts'
import { ownerUrl } from '../../test/scene.ts'

/** The shop and its PostgreSQL are killed at moments that nobody chose: nothing is lost, nothing happens twice (promises P1, P2 and §3). */
useCrashScene()

describe('kills at random', () => {
  // Every fifth takes PostgreSQL along, as a power cut does.
  const kills = Number(process.env.VIATU_KILLS ?? 25)
  const limit = 120_000 + kills * 15_000

  it(
    `lose none of the orders that five people were told of in ${kills} of them`,
    async () => {
      scene.relay.whenClosed = 'hold'
      scene.mpesa.answerAutomatically({ pin: true })
      const journal = openJournal()
      onTestFinished(journal.remove)
      const street = { open: true, done: false }
      const shoppers = Array.from({ length: 5 }, () => goShopping(street, journal))
      const restarts: number[] = []
      for (let kill = 1; kill <= kills; kill++) {
        await pause(50 + Math.random() * 800)
        street.open = false
        if (kill % 5 === 0) await killPostgres()
        await shop.kill()
        // Some die once more, before they are open.
        if (kill % 3 === 0)
          await scene.open({}, AbortSignal.timeout(Math.ceil(Math.random() * shop.openedAfter))).then(
            (early) => early.kill(),
            () => {},
          )
        await reopen()
        restarts.push(shop.openedAfter)
        street.open = true
      }
      street.done = true
      await Promise.all(shoppers)
      await everythingSettles()
      scene.mpesa.reset()

      const acknowledged = journal.read()
      for (const order of acknowledged) {
        const { status, body } = await readOrder(shop.url, order)
        expect({ status, id: body.id }).toEqual({ status: 200, id: order.id })
      }
      const orders = await scene.sql<{ id: string; key: string }>('select order_id as id, key from idempotency_keys')
      for (const { id, idempotencyKey } of acknowledged)
        expect(orders.filter(({ key }) => key === idempotencyKey).map((each) => each.id)).toEqual([id])
      const [sums] = await scene.sql(`select count(*)::integer as orders, count(paid_at)::integer as paid from orders`)
      expect(acknowledged.length).toBeGreaterThan(kills)
      recordPromise({
        promise: 'A shop that is killed at any moment loses no order that a buyer was told of, and makes none twice',
        command: kills === 25 ? 'npm run proof -- kill' : `VIATU_KILLS=${kills} npm run proof -- kill`,
        figure: `${kills} kills, every fifth with PostgreSQL, under ${acknowledged.length} acknowledged orders: 0 lost, 0 twice; ${sums?.paid} of ${sums?.orders} orders paid; open again after ${seconds(restarts, 0.5)} s, p95 ${seconds(restarts, 0.95)} s`,
      })
    },
    limit,
  )
})

/** One of the people in the street: an order, and when it is known, written down and on the disk, the next. A shop that is closed or dies is asked again with the same key. */
async function goShopping(street: { open: boolean; done: boolean }, journal: Journal) {
  while (!street.done) {
    const buyer = createBuyer([line])
    for (;;) {
      const answer = street.open ? await pressed(buyer) : 'no answer'
      if (answer !== 'no answer' && answer.status === 201) {
        journal.write({ id: answer.body.id, key: answer.body.key, idempotencyKey: buyer.key })
        break
      }
      if (answer !== 'no answer') expect([502, 503]).toContain(answer.status)
      await pause(20)
    }
    await pause(Math.random() * 150)
  }
}

interface Acknowledged {
  id: string
  key: string
  idempotencyKey: string
}
type Journal = ReturnType<typeof openJournal>

/** What buyers know, in a file of their own: the proof does not live in the system that is being tested. */
function openJournal() {
  const path = join(mkdtempSync(join(tmpdir(), 'viatu-journal-')), 'journal.jsonl')
  const file = openSync(path, 'a')
  return {
    write: (order: Acknowledged) => {
      writeSync(file, `${JSON.stringify(order)}\n`)
      fsyncSync(file)
    },
    read: (): Acknowledged[] => {
      closeSync(file)
      return readFileSync(path, 'utf8')
        .trim()
        .split('\n')
        .map((text) => JSON.parse(text))
    },
    remove: () => rmSync(dirname(path), { recursive: true }),
  }
}

/** A session of PostgreSQL that notices nothing; the answer lets it go. */
async function standStill(): Promise<() => void> {
  const client = new pg.Client({ connectionString: await ownerUrl(scene.home) })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pid = rows[0]?.pid as number
  process.kill(pid, 'SIGSTOP')
  const letGo = () => void (isAlive(pid) && process.kill(pid, 'SIGCONT'))
  onTestFinished(letGo)
  return letGo
}

/** Every prompt has an end, every callback has been read, and what was not paid has expired. */
async function everythingSettles() {
  const long = { timeout: 100_000, interval: 200 }
  await vi.waitFor(async () => {
    await scene.sql(
      `update payment_attempts set next_check_at = now() where state in ('created', 'accepted') and next_check_at > now() + interval '3 seconds'`,
    )
    await callbacksComeDue()
    expect(await scene.sql(`select state from payment_attempts where state in ('created', 'accepted')`)).toEqual([])
    expect(await scene.sql('select from callbacks where processed_at is null')).toEqual([])
  }, long)
  await scene.mpesa.settled()
  await scene.sql(`update orders set hold_expires_at = now() where paid_at is null`)
  await vi.waitFor(async () => {
    const rest = await scene.sql(`select status from orders where status not in ('waiting_shipment', 'buyer_not_paid') and discarded_at is null`)
    expect(rest).toEqual([])
  }, long)
}

function seconds(milliseconds: number[], quantile: number): string {
  const sorted = milliseconds.toSorted((a, b) => a - b)
  return ((sorted[Math.ceil(sorted.length * quantile) - 1] ?? 0) / 1000).toFixed(1)
}

describe('a kill of PostgreSQL alone', () => {
  it('is told in words, does not end the shop, and is over as soon as a new one can start', async () => {
    const earlier = createBuyer([line])
    const before = await ordered(earlier)
    expect(await call(shop.url, '/', {})).toMatchObject({ status: 200 })
    // A session that stands still keeps the memory of the old one: no new one can start until it is let go.
    const letGo = await standStill()
    await killPostgres()
    // Its own processes notice one after the other.
    await vi.waitFor(async () => expect(await readOrder(shop.url, before)).toMatchObject({ status: 503 }), waiting)
    const buyer = createBuyer([line])
    expect(await pressed(buyer)).toMatchObject({
      status: 503,
      body: { error: { code: 'unavailable', message: expect.stringContaining('try again') } },
    })
    // A page that is kept is still shown; any other says when to come back.
    expect(await call(shop.url, '/', {})).toMatchObject({ status: 200 })
    const page = await fetch(`${shop.url}/order/${before.id}?key=${before.key}`)
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await page.text()).toContain('Please try again')
    // The jobs run into it as well.
    await vi.waitFor(() => expect(shop.output.join('\n')).toContain('job failed'), waiting)
    expect(await call(shop.url, '/healthz', {})).toMatchObject({ status: 200 })

    letGo()
    await vi.waitFor(async () => expect(await readOrder(shop.url, before)).toMatchObject({ status: 200 }), waiting)
    await pays(earlier, before)
    await pays(buyer, await ordered(buyer))
  })
})
