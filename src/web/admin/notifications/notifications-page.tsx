import { writeMinute } from '#domain/quiet-hours.ts'
import { getAlertSettings } from '#features/alerts/alert-settings.ts'
import { listPushDevices } from '#features/alerts/push-devices.ts'
import { requirePushKeys } from '#features/alerts/push-keys.ts'
import { Field } from '#ui/kit/field.tsx'
import { actAsAdmin } from '#web/admin/act-as-admin.ts'
import { AdminForm, PostedOutcome } from '#web/admin/admin-form.tsx'
import { asAdmin } from '#web/admin/as-admin.ts'
import { Choices } from '#web/admin/notifications/choices.tsx'
import { Devices } from '#web/admin/notifications/devices.tsx'
import { notificationActs } from '#web/admin/notifications/notification-acts.ts'
import { SectionCard } from '#web/admin/section-card.tsx'
import type { Route } from './+types/notifications-page.ts'
import './notifications.css'

export async function loader(args: Route.LoaderArgs) {
  const ctx = asAdmin(args)
  const [settings, devices, { publicKey }] = await Promise.all([getAlertSettings(ctx), listPushDevices(ctx), requirePushKeys(ctx)])
  return { settings, devices, publicKey, at: Date.now() }
}

export function action(args: Route.ActionArgs) {
  return actAsAdmin(args, notificationActs(args.request.headers.get('user-agent')))
}

const time = { type: 'time', autoComplete: 'off' }
const shown = (minute: number | undefined) => (minute === undefined ? '' : writeMinute(minute))

export default function NotificationsPage({ loaderData: { settings, devices, publicKey, at } }: Route.ComponentProps) {
  const { quiet } = settings
  return (
    <SectionCard isBare>
      <section className="sheet alert-sheet" aria-labelledby="my-devices">
        <PostedOutcome />
        <h2 id="my-devices">My devices</h2>
        <Devices devices={devices} publicKey={publicKey} at={at} />
      </section>
      <section className="sheet alert-sheet" aria-labelledby="my-choices">
        <h2 id="my-choices">What you are notified of, and how</h2>
        <p className="intro">These are your own choices; everybody who works here has theirs. What happens within a minute comes as one message.</p>
        <Choices key={settings.chosen.join()} settings={settings} hasDevice={devices.length > 0} />
      </section>
      <section className="sheet alert-sheet" aria-labelledby="my-quiet-hours">
        <h2 id="my-quiet-hours">Quiet hours</h2>
        <p className="intro">Nothing reaches you between these times in Nairobi. What happened meanwhile comes as one message afterwards.</p>
        <AdminForm intent="quiet" submit="Save quiet hours" busy="Saving...">
          {({ field }) => (
            <div className="quiet-hours">
              <Field {...field('quiet_from', shown(quiet?.from))} {...time} label="Quiet from" hint="Leave both empty to be notified at any hour." />
              <Field {...field('quiet_until', shown(quiet?.until))} {...time} label="Until" />
            </div>
          )}
        </AdminForm>
      </section>
    </SectionCard>
  )
}
