import { formatTimeAgo } from '#domain/ago.ts'
import { deviceName } from '#domain/device.ts'
import { formatDate, formatDateTime } from '#domain/nairobi-time.ts'
import type { OwnSession } from '#features/people/list-sessions.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { DashboardForm } from '#web/dashboard/dashboard-form.tsx'

/** The user's sessions, this device first. `at` is when they were loaded, in milliseconds. */
export function Sessions({ sessions, at }: { sessions: OwnSession[]; at: number }) {
  return (
    <>
      <ul className="devices">
        {sessions.map((session) => (
          <Device key={session.id} session={session} at={at} />
        ))}
      </ul>
      {sessions.length > 1 && <DashboardForm intent="end-other-sessions" look="ghost" small submit="Sign out everywhere else" />}
    </>
  )
}

function Device({ session: { id, user_agent, created_at, last_used_at, is_current }, at }: { session: OwnSession; at: number }) {
  const name = deviceName(user_agent)
  return (
    <li>
      <span>
        <b>{name}</b>
        {!is_current && (
          <small>
            Last seen{' '}
            <time dateTime={last_used_at} title={formatDateTime(last_used_at)}>
              {formatTimeAgo((at - Date.parse(last_used_at)) / 1000)}
            </time>
          </small>
        )}
        <small>Signed in {formatDate(created_at)}</small>
      </span>
      {is_current ? (
        <Badge tone="lake">This device</Badge>
      ) : (
        <DashboardForm intent="end-session" hidden={{ id }} look="ghost" small submit="Sign out" name={`Sign out ${name}`} />
      )}
    </li>
  )
}
