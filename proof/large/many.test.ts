import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { type EmbeddedServer, freePort, startEmbedded } from '@viatu/vault/postgres'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type DemoProduct, demoProducts } from '../../demo/catalogue.ts'
import { type S3Server, startS3 } from '../../packages/vault/test/s3-server.ts'
import { type Buyer, call, createBuyer, orderBecomes, pair, readOrder, setStock } from '../../test/buyer.ts'
import { createNginx, type Nginx } from '../../test/nginx.ts'
import { type Pooler, startPooler } from '../../test/pgbouncer.ts'
import { recordPromise } from '../../test/promises.ts'
import { expectCleanBooks, openScene, type Scene } from '../../test/scene.ts'
import { quickly, type ShopProcess } from '../../test/shop-process.ts'
import { type Standby, startStandby } from '../../test/standby.ts'

/**
 * The shop as docs/growing.md has it on many machines: nginx with TLS and a cache, four processes that share no disk, a pooler, a primary, a replica and a bucket.
 * VIATU_KILLS is how often each of them is killed, VIATU_PRICES how many prices are changed.
 */
const kills = Number(process.env.VIATU_KILLS ?? 3)
const prices = Number(process.env.VIATU_PRICES ?? 30)
/** Seconds after which nobody may be shown an old price, as docs/growing.md says. */
const staleSeconds = 2
// nginx has a certificate of its own making.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'

const closing: (() => Promise<unknown>)[] = []
let scene: Scene
let server: EmbeddedServer
let standby: Standby
let pooler: Pooler
let s3: S3Server
let nginx: Nginx
const machines: { env: Record<string, string>; shop: ShopProcess }[] = []

beforeAll(async () => {
  scene = await openScene()
  closing.push(scene.close)
  scene.mpesa.answerAutomatically({ pin: true })
  server = await startEmbedded(scene.home)
  closing.push(server.stop)
  standby = await startStandby(server.ownerUrl(), join(scene.home, 'standby'))
  closing.push(standby.stop)
  pooler = await startPooler(server.appUrl())
  closing.push(pooler.stop)
  s3 = await startS3()
  closing.push(s3.stop)
  nginx = await createNginx()
  closing.push(nginx.stop)
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = s3.settings
  for (let number = 0; number < 4; number++) {
    const env = {
      DATA_DIR: join(scene.home, `machine-${number}`),
      PORT: String(await freePort()),
      PUBLIC_URL: nginx.url,
      TRUSTED_PROXY: '1',
      APP_SECRET: 'one-secret-for-all-the-machines-of-the-shop',
      DATABASE_URL: pooler.through(server.appUrl()),
      DATABASE_DIRECT_URL: server.appUrl(),
      DATABASE_OWNER_URL: server.ownerUrl(),
      DATABASE_REPLICA_URL: standby.on(server.appUrl()),
      S3_ENDPOINT: endpoint,
      S3_REGION: region,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    }
    machines.push({ env, shop: await scene.open(env) })
  }
  await nginx.serve(machines.map(({ env }) => Number(env.PORT)))
  closing.push(await followCache())
  await setStock(scene, pair(0), 100_000)
})
afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

/** `npx viatu cache:follow` beside nginx. */
async function followCache(): Promise<() => Promise<unknown>> {
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, [...quickly, 'src/server/follow-cache-tags.ts', nginx.cache], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH, HOME, DATABASE_URL: server.appUrl() },
  })
  await once(createInterface({ input: child.stdout }), 'line')
  return async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
}

/** The demo's admin, in a browser that keeps cookies. */
async function adminBrowser() {
  const [, email, password] = /Admin +(\S+), password (\S+)/.exec(machines[0]?.shop.output.join('\n') ?? '') ?? []
  const jar = new Map<string, string>()
  const ask = async (method: string, path: string, body?: unknown) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(nginx.url + path, {
      method,
      headers: { 'content-type': 'application/json', origin: nginx.url, ...(cookie && { cookie }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    return { status: answer.status, text: await answer.text() }
  }
  expect(await ask('POST', '/api/auth/sign-in', { email, password })).toMatchObject({ status: 200 })
  return ask
}

const { id: product, name: productName } = demoProducts[0] as DemoProduct

describe('the cache of nginx', () => {
  it('keeps a page, for everybody and in the form that a browser reads', async () => {
    const page = async (accept: string) => {
      const answer = await fetch(`${nginx.url}/product/${product}`, { headers: { 'accept-encoding': accept } })
      return [answer.headers.get('x-cache'), answer.headers.get('content-encoding'), (await answer.text()).includes('</html>')]
    }
    // What changed while the shop started may empty the cache once more.
    const forms = async () => [await page('gzip, deflate, br, zstd'), await page('gzip'), await page('br')]
    await expect.poll(forms, { timeout: 20_000, interval: 500 }).toEqual(['br', 'gzip', 'br'].map((form) => ['HIT', form, true]))
    for (const path of ['/checkout', '/dashboard', '/api/products', '/api/orders'])
      for (let time = 0; time < 2; time++)
        expect([path, (await fetch(nginx.url + path, { redirect: 'manual' })).headers.get('x-cache')]).toEqual([path, 'MISS'])
  })

  it(`shows no price that is older than ${staleSeconds} s, and keeps the pages of what did not change; who changed it sees it at once in the panel`, async () => {
    const ask = await adminBrowser()
    const other = pair(5).product_id
    let [worst, hits] = [0, 0]
    let isOver = false
    // Readers keep the page in the cache, and its renderings under way.
    const reading = Array.from({ length: 4 }, async () => {
      while (!isOver) await (await fetch(`${nginx.url}/product/${product}`)).text()
    })
    for (let number = 0; number < prices; number++) {
      const price = 13_371 + number
      await (await fetch(`${nginx.url}/product/${other}`)).text()
      expect(await ask('PATCH', `/api/products/${product}`, { price })).toMatchObject({ status: 200 })
      const changed = performance.now()
      expect((await ask('GET', `/admin/products.data?search=${encodeURIComponent(productName)}`)).text).toContain(String(price))
      let seen = ''
      while (!seen.includes(`"product:price:amount" content="${price}"`)) {
        seen = await (await fetch(`${nginx.url}/product/${product}`)).text()
        expect(performance.now() - changed, 'milliseconds after the change').toBeLessThan(60_000)
      }
      worst = Math.max(worst, performance.now() - changed)
      if ((await fetch(`${nginx.url}/product/${other}`)).headers.get('x-cache') === 'HIT') hits++
      // What was being fetched at the change must not bring it back.
      await pause(100 * (number % 12))
      expect(await (await fetch(`${nginx.url}/product/${product}`)).text()).toContain(`content="${price}"`)
    }
    isOver = true
    await Promise.all(reading)
    expect(worst).toBeLessThan(staleSeconds * 1_000)
    expect(hits).toBeGreaterThan(prices / 2)
    recordPromise({
      promise: 'A changed price is shown within two seconds, also through a cache in front of the shop.',
      command: 'npm run proof -- large',
      figure: `${prices} prices through nginx, before four processes and a replica: the new one after ${Math.round(worst)} ms at most; pages of other products stayed in the cache ${hits} of ${prices} times`,
    })
  })
})

interface Sale {
  buyer: Buyer
  order: { id: string; key: string; total_amount: number }
}

describe('under buyers who do not stop, each of the machines is killed', () => {
  it('and nothing is lost, nothing is bought twice, and nobody misses their own order', async () => {
    const sales: Sale[] = []
    const count = { repeated: 0, missed: 0, killed: 0 }
    let isOver = false
    /** As the shop's own pages do: again with the same key while the answer is unknown or "busy". */
    const insist = async <T extends { status: number }>(ask: () => Promise<T>): Promise<T> => {
      for (const deadline = Date.now() + 120_000; ; count.repeated++) {
        const answer = await ask().catch(() => null)
        if (answer && answer.status < 500) return answer
        if (Date.now() > deadline) throw new Error(`no answer for two minutes, at last ${answer?.status}`)
        await pause(200)
      }
    }
    const buying = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        for (const path of ['/', '/products', `/product/${product}`]) expect((await insist(() => call(nginx.url, path, {}))).status).toBe(200)
        const buyer = createBuyer([pair(0)])
        const { status, body } = await insist(() => buyer.placeOrder(nginx.url))
        expect([status, body.error]).toEqual([201, undefined])
        sales.push({ buyer, order: body })
        // In any of the processes, at once.
        for (let time = 0; time < 4; time++) if ((await insist(() => readOrder(nginx.url, body))).status !== 200) count.missed++
      }
    })
    const rounds = (async () => {
      for (let round = 0; round < kills; round++) {
        for (const machine of machines) {
          await pause(1_000)
          await machine.shop.kill()
          count.killed++
          await pause(500)
          machine.shop = await scene.open(machine.env)
        }
        for (const other of [standby, pooler]) {
          await pause(1_000)
          await other.kill()
          count.killed++
          await pause(1_000)
          await other.start()
        }
      }
    })().finally(() => {
      isOver = true
    })
    await rounds
    await Promise.all(buying)

    for (const sale of sales) await becomesPaid(sale)
    await scene.mpesa.settled()
    await expectCleanBooks(scene)
    const phones = new Set(sales.map(({ buyer }) => buyer.phone))
    const twice = [...phones].filter((phone) => scene.mpesa.book().payments.filter((paid) => paid.phone === phone).length !== 1)
    const orders = await scene.sql<{ customer_phone: string }>(
      'select customer_phone from orders where not exists (select from made_up_orders m where m.order_id = orders.id)',
    )
    expect({ twice, missed: count.missed, orders: orders.length }).toEqual({ twice: [], missed: 0, orders: sales.length })
    await expect.poll(listsOfReplica, { timeout: 30_000, interval: 500 }).not.toEqual([])
    recordPromise({
      promise: 'Whatever machine of a large shop dies, no order is lost, none is made twice, and its buyer sees it.',
      command: 'npm run proof -- large',
      figure: `${count.killed} kills (4 processes, replica, pooler, ${kills} times each) under ${sales.length} orders through nginx: 0 lost, 0 paid twice, 0 of ${sales.length * 4} looks at one's own order missed it; ${count.repeated} requests were asked again`,
    })
  })
})

/** Statements of lists that the replica has answered last, after a search that no cache has. */
async function listsOfReplica(): Promise<string[]> {
  await call(nginx.url, `/products?search=loafer${performance.now()}`, {})
  const client = new pg.Client({ connectionString: standby.on(server.ownerUrl()) })
  await client.connect()
  const { rows } = await client.query(`select query from pg_stat_activity where application_name = 'viatu-lists' and query ~ 'shelf'`)
  await client.end()
  return rows.map(({ query }) => query)
}

/** A prompt whose outcome died with a process is asked for again after three minutes (docs/decisions/0009), which pass here at once. */
async function becomesPaid({ order, buyer }: Sale) {
  const isPaid = async () => ((await readOrder(nginx.url, order)).body as { status: string }).status === 'waiting_shipment'
  if (await isPaid()) return
  await scene.sql(`update payment_attempts set next_check_at = now() where order_id = $1 and settled_at is null`, [order.id])
  await vi.waitFor(
    async () => {
      if (await isPaid()) return
      const [attempt] = await scene.sql(`select state from payment_attempts where order_id = $1 order by created_at desc limit 1`, [order.id])
      expect(attempt?.state).toBe('unknown')
    },
    { timeout: 60_000, interval: 200 },
  )
  if (await isPaid()) return
  await scene.sql(`update payment_attempts set created_at = created_at - interval '3 minutes' where order_id = $1`, [order.id])
  expect(
    await call(nginx.url, '/api/functions/mpesa-stk-push', {
      body: { amount: order.total_amount, phone: buyer.phone, reference: order.id },
      headers: { 'order-key': order.key },
    }),
  ).toMatchObject({ status: 200 })
  await orderBecomes(nginx.url, order, 'waiting_shipment')
}
