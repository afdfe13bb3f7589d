import pg from 'pg'
import { expect, onTestFinished, vi } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { fromShillings } from '#domain/money.ts'
import { stockShelf } from '#features/catalogue/fill-catalogue.ts'
import { demoProducts } from '../../demo/catalogue.ts'
import { startS3 } from '../../packages/vault/test/s3-server.ts'
import { call } from '../../test/buyer.ts'
import { type FaultProxy, openFaultProxy } from '../../test/fault-proxy.ts'
import { ownDatabase } from '../../test/kept-databases.ts'
import { type ModelServer, says, startModelServer } from '../../test/model-server.ts'
import { openScene, type Scene } from '../../test/scene.ts'
import { type ShopProcess, startShopProcess } from '../../test/shop-process.ts'
import type { Service } from './rows.ts'

/** A shop as a real process, each of its services behind a proxy of its own, and M-Pesa's phone that pays every prompt. */
export interface FaultWorld extends Pick<Scene, 'home' | 'mpesa' | 'sql'> {
  shop: ShopProcess
  services: Record<Service, FaultProxy>
  model: ModelServer
  /** Headers of an admin. */
  admin: Record<string, string>
  /** Another process of the shop, on the same services, to which M-Pesa's callbacks go until it is stopped. */
  another(env: Record<string, string>, args?: string[], within?: string[]): Promise<ShopProcess>
  close(): Promise<void>
}

/** What the assistant's model says while it is well. */
export const modelWords = 'Karibu! A model says this.'

export async function openFaultWorld(): Promise<FaultWorld> {
  const scene = await openScene()
  const [model, s3, database] = [await startModelServer(says(modelWords)), await startS3(), ownDatabase()]
  await database.make()
  await stock(database.ownerUrl)
  const portOf = (url: string) => Number(new URL(url).port)
  const open = (url = 'http://127.0.0.1:9') => openFaultProxy(portOf(url))
  const services: Record<Service, FaultProxy> = {
    'M-Pesa': await open(scene.env.MPESA_BASE_URL),
    'SMS gateway': await open(scene.env.SMS_BASE_URL),
    // Each test that sends e-mail has a mail server of its own.
    'mail server': await open(),
    'assistant model': await open(model.settings.baseUrl),
    'file storage': await open(s3.settings.endpoint),
    database: await open(database.appUrl),
  }
  const at = (service: Service, path = '') => `http://127.0.0.1:${services[service].port}${path}`
  const throughProxy = new URL(database.appUrl)
  throughProxy.port = String(services.database.port)
  scene.mpesa.answerAutomatically({ pin: true })
  const env = {
    DATABASE_URL: throughProxy.href,
    DATABASE_OWNER_URL: database.ownerUrl,
    MPESA_BASE_URL: at('M-Pesa'),
    SMS_BASE_URL: at('SMS gateway'),
    SMTP_URL: `smtp://127.0.0.1:${services['mail server'].port}`,
    S3_ENDPOINT: at('file storage'),
    S3_REGION: s3.settings.region,
    S3_BUCKET: s3.settings.bucket,
    S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
    ASSISTANT_BASE_URL: at('assistant model', '/v1'),
    ASSISTANT_API_KEY: model.settings.apiKey,
    ASSISTANT_MODEL: model.settings.model,
  }
  const shop = await scene.open(env)
  const pool = new pg.Pool({ connectionString: database.ownerUrl, max: 2, application_name: 'test' })
  // The letters to the people of the demo, which no mail server takes.
  await vi.waitFor(async () => {
    await pool.query('delete from messages where tries = 0 or last_error is not null')
    expect((await pool.query('select from messages')).rowCount).toBe(0)
  })
  return {
    home: scene.home,
    mpesa: scene.mpesa,
    sql: async (text, values) => (await pool.query(text, values)).rows,
    shop,
    services,
    model,
    admin: await signInAdmin(shop),
    another: async (more, args, within) => {
      const other = await startShopProcess({ ...scene.env, ...env, ...more }, args, undefined, within)
      scene.relay.leadTo(other.url)
      const stop = () => {
        scene.relay.leadTo(shop.url)
        return other.stop()
      }
      onTestFinished(async () => void (await stop()))
      return { ...other, stop }
    },
    close: async () => {
      await scene.close()
      await pool.end()
      await Promise.all([...Object.values(services).map((proxy) => proxy.close()), model.close(), s3.stop()])
      await database.drop()
    },
  }
}

async function signInAdmin({ url, output }: ShopProcess): Promise<Record<string, string>> {
  const [, email, password] = /Admin +(\S+), password (\S+)/.exec(output.join('\n')) ?? []
  const { body } = await call(url, '/api/auth/sign-in', { body: { email, password } })
  return { authorization: `Bearer ${body.session.access_token}` }
}

/** Some shoes without pictures, so that the shop does not begin with a thousand files to store. */
async function stock(url: string) {
  const shelf = openDatabase(url, { connections: 1 })
  await stockShelf(
    shelf,
    demoProducts.slice(0, 12).map((product) => ({
      ...product,
      price: fromShillings(product.price),
      images: [],
      sizes: product.sizes.map(({ label }) => ({ label, stock: 500 })),
    })),
  )
  await shelf.close()
}
