import { sql } from 'drizzle-orm'
import type { BrowserContext, Page, Worker } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { alertPush } from '#features/alerts/alert-texts.ts'
import { orderIn, rowsOf } from '../checkout.ts'
import { newDeviceKeys } from '../push-service.ts'
import { examine } from './examine.ts'
import { useShop } from './shop.ts'

const shop = useShop()
const page = '/admin/notifications'

/** A browser of this machine has no push service to ask: what its answer would be is given here, and all else is the browser's own. */
async function withPushService(context: BrowserContext) {
  const { p256dh, auth } = newDeviceKeys()
  await context.addInitScript(
    (subscription) => {
      Notification.requestPermission = async () => 'granted'
      PushManager.prototype.subscribe = async () => ({ toJSON: () => subscription }) as unknown as PushSubscription
    },
    { endpoint: 'https://push.nowhere.example/phone-of-amina', keys: { p256dh, auth } },
  )
}

/** Delivers a message to the service worker of the shop, as the browser does with one of its push service. */
async function deliver(tab: Page, data: string) {
  const cdp = await tab.context().newCDPSession(tab)
  const registered = new Promise<string>((settle) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${shop.url}/` && !isDeleted)
      if (ours) settle(ours.registrationId)
    })
  })
  await cdp.send('ServiceWorker.enable')
  await cdp.send('ServiceWorker.deliverPushMessage', { origin: shop.url, registrationId: await registered, data })
}
interface Shown {
  title: string
  body: string
  tag: string
  data: string
}
type Scope = { shown: Shown[]; led: string[]; clients: { openWindow(url: string): Promise<unknown> }; registration: ServiceWorkerRegistration }

/** The browser of the tests has neither a place for notifications nor windows to open without a real click: what the worker asks of it is written down here. */
const watch = (worker: Worker) =>
  worker.evaluate(() => {
    const scope = self as unknown as Scope
    Object.assign(scope, { shown: [], led: [] })
    scope.registration.showNotification = async (title, options) => void scope.shown.push({ title, ...options } as Shown)
    scope.clients.openWindow = async (url) => void scope.led.push(url)
  })
const shown = (worker: Worker) =>
  worker.evaluate(() => (self as unknown as Scope).shown.map(({ title, body, tag, data }) => ({ title, body, tag, data })))

/** Clicks on what was shown last, and answers where it leads. */
const clickOn = (worker: Worker) =>
  worker.evaluate(async () => {
    const { shown, led } = self as unknown as Scope
    const Extendable = (self as unknown as { ExtendableEvent: new (name: string) => Event }).ExtendableEvent
    self.dispatchEvent(Object.assign(new Extendable('notificationclick'), { notification: { ...shown.at(-1), close: () => {} } }))
    while (led.length === 0) await new Promise((settle) => setTimeout(settle, 20))
    return led[0] as string
  })

describe("the owner's phone", () => {
  it('is allowed on this device, told of a paid order, and opens it; what waits is counted in the title of the tab', async () => {
    const order = await orderIn(shop, 'waiting_shipment')
    const { page: tab, context } = await shop.visitAsAdmin('phone', { serviceWorkers: 'allow' })
    await withPushService(context)
    await shop.open(tab, page)
    await tab.getByText('None of your devices gets notifications yet.').waitFor()
    await examine(tab, 'notifications-none')
    await tab.getByRole('button', { name: 'Allow on this device' }).click()
    await tab.getByText('This device', { exact: true }).waitFor()
    await tab.getByText('not notified yet').waitFor()
    expect(await rowsOf(shop, sql`select endpoint from push_devices`)).toEqual([{ endpoint: 'https://push.nowhere.example/phone-of-amina' }])
    await examine(tab, 'notifications')

    const words = { title: 'Paid order', lines: [`Order ${order.id.slice(0, 8)}, KSh 4,500.`], path: `/admin/orders/${order.id}` }
    const worker = context.serviceWorkers()[0] as Worker
    await watch(worker)
    await deliver(tab, alertPush(words, '1', 41))
    const told = { title: 'Paid order', body: words.lines[0], tag: 'alert-1', data: words.path }
    await expect.poll(() => shown(worker)).toEqual([told])
    await expect.poll(() => tab.title()).toBe('(41) Notifications | Viatu')
    // The browser puts the same one in its own place, by its tag.
    await deliver(tab, alertPush(words, '1', 0))
    await expect.poll(() => shown(worker)).toEqual([told, told])
    await expect.poll(() => tab.title()).toBe('Notifications | Viatu')

    const led = await clickOn(worker)
    expect(led).toBe(`${shop.url}/admin/orders/${order.id}`)
    await tab.goto(led)
    await tab.getByText('KSh 4,500').locator('visible=true').first().waitFor()
    expect(await tab.title()).toMatch(/^\(\d+\) Order [0-9a-f]{8}/)
  })
})
