import type { PushPayload } from '#features/staff/alerts/alert-texts.ts'
import { panelChannel } from '#web/shop-facts.ts'

/** As much of a worker as pushes need. */
export interface PushScope {
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly { url: string; focus(): Promise<unknown> }[]>
    openWindow(url: string): Promise<unknown>
  }
  registration: {
    showNotification(title: string, options: NotificationOptions): Promise<void>
    pushManager?: { getSubscription(): Promise<{ unsubscribe(): Promise<boolean> } | null> }
  }
}

/** Shows a message of the shop to somebody who works in it. A browser wants one shown for each push, so one that cannot be read is shown as well. */
export async function showPush({ registration }: PushScope, text: string): Promise<void> {
  const { title, body, path, tag, waiting } = read(text)
  if (typeof waiting === 'number') new BroadcastChannel(panelChannel).postMessage(waiting)
  await registration.showNotification(title ?? 'The shop', { body, tag, icon: '/icons/192.png', badge: '/icons/192.png', data: path ?? '/admin' })
}

function read(text: string): Partial<PushPayload> {
  try {
    return Object(JSON.parse(text)) as Partial<PushPayload>
  } catch {
    return {}
  }
}

/** Opens the page that a message is about; a tab that shows it already comes to the front. No other tab is led away: somebody may be writing in it. */
export async function openFrom({ clients }: PushScope, notification: Notification): Promise<void> {
  notification.close()
  const { href, origin } = new URL(String(notification.data), location.origin)
  if (origin !== location.origin) return
  const tabs = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = tabs.find(({ url }) => url === href)
  await (shown ? shown.focus() : clients.openWindow(href))
}

/** Pushes end when their person signs out: phones are shared. */
export async function endPush({ registration }: PushScope): Promise<void> {
  await (await registration.pushManager?.getSubscription())?.unsubscribe()
}
