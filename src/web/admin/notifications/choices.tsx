import { Link } from 'react-router'
import { type AlertChoice, type AlertWay, alertKinds, alertWays } from '#domain/alert.ts'
import { formatPhone } from '#domain/phone.ts'
import type { AlertSettings } from '#features/alerts/alert-settings.ts'
import { dashboardUrl } from '#web/addresses.ts'
import { AdminForm } from '#web/admin/admin-form.tsx'

const ways = Object.keys(alertWays) as AlertWay[]

/** The table of events and ways; with nothing ticked in its row, an event sends no notification. */
export function Choices({ settings: { kinds, chosen, phone, email, hasSms }, hasDevice }: { settings: AlertSettings; hasDevice: boolean }) {
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
