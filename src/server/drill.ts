import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { drill } from '@viatu/vault'
import { freePort } from '@viatu/vault/postgres'
import { sql } from 'drizzle-orm'
import { theShop } from '#core/context.ts'
import { openDatabase } from '#db/client.ts'
import { writeLocalTime } from '#domain/nairobi-time.ts'
import { checkLedger } from '#features/affiliates/wallet/check-ledger.ts'
import { openAccount } from '#features/people/sign-up.ts'
import { makeOwner } from '#features/people/users.ts'
import { copiedShop, requireNewest } from '#features/upkeep/back-up.ts'
import { recordRun } from '#features/upkeep/backup-status.ts'
import { builtSite } from '#server/build-site.ts'
import { commandFailed, openBackupSource, requireBackup } from '#server/open-backups.ts'
import { openPostgres } from '#server/open-postgres.ts'
import { openShop } from '#server/open-shop.ts'
import { storedSecret } from '#server/secrets.ts'
import { readSettings, type Settings } from '#server/settings.ts'
import { startShop } from '#server/start-shop.ts'
import { startSimulator } from '#server/start-simulator.ts'
import { mpesaAccount } from '#services/payments/mpesa/mpesa-provider.ts'

/**
 * `npx viatu drill`: restores the newest copy into an empty place beside the running shop, proves its books, opens the shop on it, signs in, sells a pair to a simulated
 * phone, and removes it all. Nothing of it reaches anybody: no letter, no SMS, no M-Pesa. The shop itself does it at night.
 */
try {
  const settings = requireBackup(readSettings())
  const postgres = await openPostgres(settings, { creates: false })
  const database = openDatabase(postgres.url, { connections: 2 })
  try {
    const source = await openBackupSource(settings, postgres.ownerUrl)
    await recordRun(database.db, postgres.ownerUrl, 'drill', async () => {
      const begun = performance.now()
      const { lastChangeAt, orders, soldAt, ...copied } = await drill(source, copiedShop, {
        check: (copies) => requireNewest(database.db, source, copies),
        sell: (home, files) => tryShop(settings, home, files),
      })
      const seconds = (soldAt - begun) / 1000
      console.log(
        `Restored ${orders} orders up to ${writeLocalTime(lastChangeAt)}, the books balance, ${copied.files} files open, and a pair was sold after ${seconds.toFixed(1)} s.`,
      )
      return { ...copied, last_commit_at: lastChangeAt.toISOString(), orders, seconds_to_sale: Math.round(seconds * 10) / 10 }
    })
  } finally {
    await database.close()
    await postgres.close()
  }
} catch (error) {
  commandFailed(error)
}

async function tryShop(settings: Settings, home: string, files: string[]): Promise<{ orders: number; soldAt: number }> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const secret = settings.appSecret ?? (await storedSecret(home))
  // A simulator that answers this machine only, beside a shop whose demo pages are closed.
  const log = (message: string) => console.error(message)
  const simulator = await startSimulator({
    ...{ port: 0, host: '127.0.0.1', access: 'local', publicUrl: null, dataDir: home },
    ...{ shopName: 'Drill', shopUrl: url, secret, log },
  })
  try {
    const payments = mpesaAccount({ ...simulator.daraja, callbackBaseUrl: url })
    const here = { host: '127.0.0.1', port, publicUrl: null, trustedProxies: 0, dataDir: home }
    const own = { mode: 'demo', demoAccess: 'closed', demoHistory: false, ...here } as const
    const none = { database: null, s3: null, backup: null, assistant: null, metrics: { ...settings.metrics, port: null } }
    const drilled: Settings = { ...settings, ...own, ...none, ...silent(settings), appSecret: secret, payments }
    const shop = await startShop(drilled, builtSite)
    try {
      return await sell(drilled, url, simulator.url, files)
    } finally {
      await shop.stop()
    }
  } finally {
    await simulator.stop()
  }
}

/** The copy has the shop's own accounts among its settings: nothing that waits in it is sent. */
function silent({ environment }: Settings) {
  const unset = { variable: 'drill', value: null }
  return {
    smtpUrl: null,
    smsBaseUrl: null,
    sendsPushes: false,
    panelPayments: null,
    environment: { ...environment, mail_server: unset, sms_username: unset },
  }
}

async function sell(settings: Settings, url: string, simulatorUrl: string, files: string[]): Promise<{ orders: number; soldAt: number }> {
  const postgres = await openPostgres(settings)
  const database = openDatabase(postgres.ownerUrl, { connections: 1 })
  const shop = await openShop({ settings, addresses: postgres, payments: null, sms: null, phoneUrl: null })
  try {
    const { rows: counted } = await database.db.execute<{ orders: number }>(sql`select count(*)::integer as orders from orders`)
    const account = {
      email: `drill-${randomBytes(6).toString('hex')}@viatu.example`,
      password: `${randomBytes(12).toString('hex')}-Drill1`,
      full_name: 'Drill',
      phone: madeUpPhone(),
    }
    await openAccount(shop.jobContext(), account)
    await database.db.execute(sql`update auth.users set email_verified = true where email = ${account.email}`)
    await makeOwner({ db: database.db, actor: theShop, now: sql`now()` }, { email: account.email })
    const { session } = await ask(`${url}/api/auth/sign-in`, { email: account.email, password: account.password })
    await ask(`${url}/api/orders?limit=1`, undefined, { authorization: `Bearer ${session.access_token}` })
    for (const file of files) await opened(`${url}/files/${file}`)
    await sellOnePair(database.db, url, simulatorUrl)
    const soldAt = performance.now()
    // Rules with a grace time hold when the jobs have caught up with the hours that were slept through.
    for (const deadline = Date.now() + 300_000; ; await pause(1_000)) {
      const { broken } = await checkLedger({ db: database.db, actor: theShop })
      if (broken.length === 0) return { orders: counted[0]?.orders ?? 0, soldAt }
      const places = broken.slice(0, 20).map(({ name, key }) => `${name} at ${key}`)
      if (Date.now() > deadline) throw new Error(`the books do not balance: ${places.join(', ')}`)
    }
  } finally {
    await shop.close()
    await database.close()
    await postgres.close()
  }
}

async function sellOnePair(db: ReturnType<typeof openDatabase>['db'], url: string, simulatorUrl: string) {
  // In a shop that has sold out a pair is found: this is no sale of the real one.
  await db.execute(sql`
    insert into stock_movements (product_size_id, delta, reason, note)
    select z.id, 1, 'manual', 'Drill' from product_size z join products p on p.id = z.product_id
    where p.archived_at is null and p.is_available and p.unit_price <= 250000 order by z.stock desc, z.id limit 1`)
  const { rows } = await db.execute<Record<'product_id' | 'size' | 'delivery_place' | 'delivery_option_id', string>>(sql`
    select z.product_id, z.label as size, 
        case when l.id = 'kenya' then (select c.id from delivery_places c where c.parent_id = l.id and c.zone_id is null order by c.id limit 1) else l.id end as delivery_place,
        w.id as delivery_option_id from product_size z join products p on p.id = z.product_id
      left join delivery_options w on w.is_on left join delivery_places l on l.zone_id = w.zone_id
    where p.archived_at is null and p.is_available and p.unit_price <= 250000 and z.stock > 0 order by z.stock desc, z.id, l.id limit 1`)
  if (!rows[0]) throw new Error('no product is on the shelf, so none can be sold')
  const { product_id, size, ...option } = rows[0]
  const phone = madeUpPhone()
  const order = await ask(`${url}/api/orders`, {
    customer_name: 'Drill',
    customer_phone: phone,
    delivery_address: 'Nowhere',
    delivery_point: 'Drill',
    ...option,
    items: [{ product_id, size, quantity: 1 }],
  })
  for (const deadline = Date.now() + 60_000; ; await pause(200)) {
    const { prompts } = await ask(`${simulatorUrl}/control/prompts?phone=${phone}`)
    const open = prompts.find(({ state }: { state: string }) => state === 'open')
    if (open) await ask(`${simulatorUrl}/control/prompts/${open.checkoutRequestId}/answer`, { pin: '1234' })
    const { status } = await ask(`${url}/api/orders/${order.id}`, undefined, { 'order-key': order.key })
    if (status === 'waiting_shipment') return
    if (Date.now() > deadline) throw new Error(`the order of the drill is ${status} after a minute`)
  }
}

function madeUpPhone(): string {
  return `2547${String(randomInt(1e8)).padStart(8, '0')}`
}

// biome-ignore lint/suspicious/noExplicitAny: answers of the shop's own API, and of the simulator's
async function ask(url: string, body?: unknown, headers: Record<string, string> = {}): Promise<any> {
  const answer = await opened(url, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...headers },
    body: body ? JSON.stringify(body) : null,
  })
  return answer.status === 204 ? null : answer.json()
}

async function opened(url: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(30_000) })
  if (!answer.ok) throw new Error(`${new URL(url).pathname} answers ${answer.status}: ${(await answer.text()).slice(0, 200)}`)
  return answer
}
