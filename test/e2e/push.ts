import type { BrowserContext, Page, Worker } from 'playwright-core'
import { newDeviceKeys } from '../push-service.ts'

/** A browser of this machine has no push service to ask: what its answer would be is given here, and all else is the browser's own. */
export async function withPushService(context: BrowserContext) {
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
export async function deliver(tab: Page, data: string) {
  const { origin } = new URL(tab.url())
  const cdp = await tab.context().newCDPSession(tab)
  const registered = new Promise<string>((settle) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${origin}/` && !isDeleted)
      if (ours) settle(ours.registrationId)
    })
  })
  await cdp.send('ServiceWorker.enable')
  await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data })
}
interface Shown {
  title: string
  body: string
  tag: string
  data: string
}
type Scope = { shown: Shown[]; led: string[]; clients: { openWindow(url: string): Promise<unknown> }; registration: ServiceWorkerRegistration }

/** The browser of the tests has neither a place for notifications nor windows to open without a real click: what the worker asks of it is written down here. */
export const watch = (worker: Worker) =>
  worker.evaluate(() => {
    const scope = self as unknown as Scope
    Object.assign(scope, { shown: [], led: [] })
    scope.registration.showNotification = async (title, options) => void scope.shown.push({ title, ...options } as Shown)
    scope.clients.openWindow = async (url) => void scope.led.push(url)
  })
export const shown = (worker: Worker) =>
  worker.evaluate(() => (self as unknown as Scope).shown.map(({ title, body, tag, data }) => ({ title, body, tag, data })))

/** Clicks on what was shown last, and answers where it leads. */
export const clickOn = (worker: Worker) =>
  worker.evaluate(async () => {
    const { shown, led } = self as unknown as Scope
    const Extendable = (self as unknown as { ExtendableEvent: new (name: string) => Event }).ExtendableEvent
    self.dispatchEvent(Object.assign(new Extendable('notificationclick'), { notification: { ...shown.at(-1), close: () => {} } }))
    while (led.length === 0) await new Promise((settle) => setTimeout(settle, 20))
    return led[0] as string
  })
