import { useState } from 'react'
import { useLocation } from 'react-router'
import { formatDate, formatDateTime } from '#domain/nairobi-time.ts'
import { deviceName, formatTimeAgo } from '#domain/session.ts'
import type { PushDevice } from '#features/people/push-devices.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { Button } from '#ui/kit/button.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { AdminForm } from '#web/admin/admin-form.tsx'
import type { AdminAnswer } from '#web/admin/admin-toasts.ts'
import { RowActs } from '#web/admin/resource-rows.tsx'
import { useInBrowser } from '#web/browser/browser-state.ts'
import { useAction } from '#web/forms/use-action.tsx'

/** The devices that take pushes; `at` is when they were loaded, in milliseconds. */
export function Devices({ devices, publicKey, at }: { devices: PushDevice[]; publicKey: string; at: number }) {
  const inBrowser = useInBrowser()
  return (
    <>
      {devices.length === 0 && <p className="intro">None of your devices gets notifications yet.</p>}
      <ul className="alert-devices">
        {devices.map((device) => (
          <Device key={device.id} device={device} at={at} />
        ))}
      </ul>
      {!devices.some(({ is_current }) => is_current) && (inBrowser ? <AllowPush publicKey={publicKey} /> : <WithoutScripts />)}
      {devices.length > 0 && <AdminForm intent="test" submit="Send a test message" busy="Sending..." look="ghost" small />}
    </>
  )
}

function WithoutScripts() {
  return (
    <noscript>
      <p>Scripts are off in this browser, so it cannot take notifications. SMS and e-mail work all the same.</p>
    </noscript>
  )
}

function Device({ device: { id, user_agent, created_at, last_sent_at, is_current }, at }: { device: PushDevice; at: number }) {
  const name = deviceName(user_agent)
  return (
    <li>
      <span>
        <b>{name}</b> {is_current && <Badge tone="lake">This device</Badge>}
        <small>
          Allowed {formatDate(created_at)},{' '}
          {last_sent_at ? (
            <>
              last notified{' '}
              <time dateTime={last_sent_at} title={formatDateTime(last_sent_at)}>
                {formatTimeAgo((at - Date.parse(last_sent_at)) / 1000)}
              </time>
            </>
          ) : (
            'not notified yet'
          )}
        </small>
      </span>
      <RowActs>
        <AdminForm intent="remove" hidden={{ id }} submit="Remove" busy="Removing..." look="ghost" small name={`Remove ${name}`} />
      </RowActs>
    </li>
  )
}

/** Milliseconds after which the page says that the browser does not answer. */
const patience = 20_000

/** Asks the browser for leave and for an address to push to, and hands that to the shop. In browsers only. */
function AllowPush({ publicKey }: { publicKey: string }) {
  const { pathname } = useLocation()
  const allowing = useAction<AdminAnswer>()
  const [isAsking, setIsAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  if (!canTakePushes()) return <p className="intro">{isApple() ? onlyInstalled : cannot}</p>

  const allow = async () => {
    setIsAsking(true)
    setProblem(null)
    try {
      allowing.send({ intent: 'allow', ...(await subscribe(publicKey)) }, { action: pathname })
    } catch (error) {
      setProblem(error instanceof Refused ? error.message : cutOff)
    } finally {
      setIsAsking(false)
    }
  }
  const text = allowing.refusal?.message ?? problem
  return (
    <div className="form">
      {text && (
        <Notice tone="bad" role="alert">
          {text}
        </Notice>
      )}
      <Button onClick={() => void allow()} busy={isAsking || allowing.busy}>
        {isAsking || allowing.busy ? 'One moment...' : 'Allow on this device'}
      </Button>
    </div>
  )
}

const onlyInstalled =
  'On an iPhone or iPad, add the shop to the Home Screen first (Share, then Add to Home Screen), open it from there and come back to this page.'
const cannot = 'This browser cannot take notifications. Another one on this device may; SMS and e-mail work all the same.'
const denied =
  'This browser does not allow them for the shop. Allow notifications in the settings of this site (the sign beside the address), then try again.'
const cutOff = 'The browser could not reach its push service. Check the connection and try again.'

class Refused extends Error {}

const canTakePushes = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
const isApple = () => /iPhone|iPad|iPod/.test(navigator.userAgent)

async function subscribe(publicKey: string): Promise<{ endpoint: string; p256dh: string; auth: string }> {
  if ((await Notification.requestPermission()) !== 'granted') throw new Refused(denied)
  const late = new Promise<never>((_, fail) => setTimeout(() => fail(new Refused(cutOff)), patience))
  const { pushManager } = await Promise.race([navigator.serviceWorker.ready, late])
  // One of before belongs to other keys, or to somebody who has used this browser.
  await (await pushManager.getSubscription())?.unsubscribe()
  const made = await Promise.race([pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }), late])
  const { endpoint, keys } = made.toJSON()
  return { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' }
}
