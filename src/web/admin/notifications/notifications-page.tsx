import { Link } from 'react-router'
import { type AlertChoice, type AlertWay, alertKinds, alertWays, allChoices, writeMinute } from '#domain/alert.ts'
import { formatPhone } from '#domain/phone.ts'
import { addPushDevice, listPushDevices, removePushDevice } from '#features/people/push-devices.ts'
import { type AlertSettings, getAlertSettings, saveAlertChoices, saveQuietHours } from '#features/staff/alerts/alert-settings.ts'
import { requirePushKeys, sendTestPush } from '#features/staff/alerts/push-keys.ts'
import { Field } from '#ui/kit/field.tsx'
import { dashboardUrl } from '#web/addresses.ts'
import { AdminForm, PostedOutcome } from '#web/admin/admin-form.tsx'
import { Devices } from '#web/admin/notifications/devices.tsx'
import { type Act, actAsAdmin, asAdmin } from '#web/admin/panel-requests.ts'
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

/** What somebody who works in the shop does about their own notifications. */
const notificationActs = (userAgent: string | null): Record<string, Act> => ({
  allow: async (ctx, { endpoint, p256dh, auth }) => {
    await addPushDevice(ctx, { endpoint, p256dh, auth }, userAgent)
    return { title: 'Allowed', text: 'This device gets notifications from now on. Try it with a test message.' }
  },
  remove: async (ctx, { id = '' }) => {
    await removePushDevice(ctx, id)
    return { title: 'Device removed', text: 'It gets no more notifications.' }
  },
  test: async (ctx) => {
    const sent = await sendTestPush(ctx)
    return { title: 'Test sent', text: `${sent === 1 ? 'Your device shows it' : `Your ${sent} devices show it`} in a moment.` }
  },
  choices: async (ctx, sent) => {
    await saveAlertChoices(
      ctx,
      allChoices.filter((choice) => sent[choice] === 'on'),
    )
    return { title: 'Saved', text: 'It counts for what happens from now on.' }
  },
  quiet: async (ctx, { quiet_from = '', quiet_until = '' }) => {
    const hasNone = quiet_from === '' && quiet_until === ''
    await saveQuietHours(ctx, hasNone ? null : { quiet_from, quiet_until })
    return { title: 'Saved', text: hasNone ? 'You are notified at any hour.' : 'What happens meanwhile comes as one message afterwards.' }
  },
})

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

const ways = Object.keys(alertWays) as AlertWay[]

/** The table of events and ways; with nothing ticked in its row, an event sends no notification. */
function Choices({ settings: { kinds, chosen, phone, email, hasSms }, hasDevice }: { settings: AlertSettings; hasDevice: boolean }) {
  return (
    <>
      <ul className="alert-targets">
        <li>
          <b>{alertWays.push}</b> {hasDevice ? 'to the devices above' : 'needs a device: allow it on this one, above'}
        </li>
        <li>
          <b>{alertWays.sms}</b> {phone ? `to ${formatPhone(phone)}, at the cost of the shop` : <NoSms hasSms={hasSms} />}
        </li>
        <li>
          <b>{alertWays.email}</b> {email ? `to ${email}` : 'has no address'}
        </li>
      </ul>
      <AdminForm intent="choices" submit="Save choices" busy="Saving...">
        {({ typed }) => {
          const isOn = (choice: AlertChoice) => ('intent' in typed ? typed[choice] === 'on' : chosen.includes(choice))
          return (
            <table className="alert-choices">
              <thead>
                <tr>
                  <th scope="col">What happens</th>
                  {ways.map((way) => (
                    <th key={way} scope="col">
                      {alertWays[way]}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {kinds.map((kind) => (
                  <tr key={kind}>
                    <th scope="row">
                      {alertKinds[kind].label}
                      <small>{alertKinds[kind].hint}</small>
                    </th>
                    {ways.map((way) => (
                      <td key={way}>
                        <label>
                          <input
                            type="checkbox"
                            name={`${kind} ${way}`}
                            defaultChecked={isOn(`${kind} ${way}`)}
                            aria-label={`${alertKinds[kind].label}: ${alertWays[way]}`}
                          />
                        </label>
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }}
      </AdminForm>
    </>
  )
}

function NoSms({ hasSms }: { hasSms: boolean }) {
  if (!hasSms) return 'is not set up in this shop'
  return (
    <>
      needs a phone number:{' '}
      <Link className="link" to={dashboardUrl}>
        enter it in your profile
      </Link>
    </>
  )
}
