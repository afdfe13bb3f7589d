import { formatTimeAgo } from '#domain/ago.ts'
import { deviceName } from '#domain/device.ts'
import { formatDate, formatDateTime } from '#domain/nairobi-time.ts'
import type { PushDevice } from '#features/alerts/push-devices.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { AdminForm } from '#web/admin/admin-form.tsx'
import { AllowPush } from '#web/admin/notifications/allow-push.tsx'
import { RowActs } from '#web/admin/row-acts.tsx'
import { useInBrowser } from '#web/browser/in-browser.ts'

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
