import { Link } from 'react-router'
import { riderActs } from '#domain/order-acts.ts'
import { formatPhone } from '#domain/phone.ts'
import { whatsappUrl } from '#domain/shop.ts'
import { type KnownRider, listKnownRiders, listRiderDays, type RiderDay } from '#features/orders/riders/rider-days.ts'
import { buttonClass } from '#ui/kit/button.tsx'
import { Field, PhoneField } from '#ui/kit/field.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { ActForm, AdminForm, PostedOutcome, revalidateAfterPost } from '#web/admin/admin-form.tsx'
import { actOnOrders } from '#web/admin/orders/order-requests.ts'
import { adminSectionUrl, runSheetUrl } from '#web/admin/panel-addresses.ts'
import { asAdmin } from '#web/admin/panel-requests.ts'
import { SectionCard } from '#web/admin/section-card.tsx'
import { pageMeta } from '#web/public-page.ts'
import type { Route } from './+types/riders-page.ts'
import './orders.css'

/** The riders of today, each with a link for the day. */
export async function loader(args: Route.LoaderArgs) {
  const ctx = asAdmin(args)
  const [riders, known] = await Promise.all([listRiderDays(ctx), listKnownRiders(ctx)])
  return { riders, earlier: known.filter(({ rides_today }) => !rides_today) }
}

export function action(args: Route.ActionArgs) {
  return actOnOrders(args)
}

export const shouldRevalidate = revalidateAfterPost

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: 'Riders of today', description: 'Admin Panel', path: null })
}

export default function RidersPage({ loaderData: { riders, earlier } }: Route.ComponentProps) {
  return (
    <SectionCard>
      <PostedOutcome />
      <h2>Riders of today</h2>
      <p className="intro">
        Each gets a link by SMS that shows today’s stops, and nothing tomorrow. Select orders in the{' '}
        <Link className="link" to={adminSectionUrl('orders')}>
          list
        </Link>{' '}
        to give them to a rider.
      </p>
      <ul className="rows">
        {riders.map((rider) => (
          <Rider key={rider.id} rider={rider} />
        ))}
      </ul>
      {earlier.length > 0 && (
        <div className="earlier-riders">
          <h3>Rode before</h3>
          <ul className="rows">
            {earlier.map((rider) => (
              <EarlierRider key={rider.id} rider={rider} />
            ))}
          </ul>
        </div>
      )}
      <div className="new-rider">
        <h3>New rider</h3>
        <AdminForm intent="rider" submit={riderActs.rider.label} key={riders.length}>
          {({ field }) => (
            <>
              <Field {...field('name')} label="Name" required maxLength={80} />
              <PhoneField {...field('phone')} label="Phone" required />
            </>
          )}
        </AdminForm>
      </div>
    </SectionCard>
  )
}

function EarlierRider({ rider: { name, phone } }: { rider: KnownRider }) {
  return (
    <li className="record">
      <div className="record-name">
        <b>{name}</b>
        <small className="tabular">{formatPhone(phone)}</small>
      </div>
      <div className="acts">
        <AdminForm intent="rider" hidden={{ name, phone }} submit="Rides today" look="ghost" small name={`${name} rides today`} />
      </div>
    </li>
  )
}

const linkWords = { sent: 'Link sent', 'on its way': 'Link on its way', 'not sent': 'No SMS sent' } as const

function Rider({ rider: { id, name, phone, link, link_state, taken_back_at, stops, handed_over, failed } }: { rider: RiderDay }) {
  return (
    <li className="record">
      <div className="record-name">
        <b>{name}</b>
        <small className="tabular">{formatPhone(phone)}</small>
      </div>
      <span>{taken_back_at ? 'Link cancelled' : linkWords[link_state]}</span>
      <div className="record-name">
        <small>
          {stops} {stops === 1 ? 'stop' : 'stops'}, {handed_over} handed over{failed > 0 && `, ${failed} not`}
        </small>
      </div>
      <div className="acts">
        {stops > 0 && (
          <Link className={buttonClass({ look: 'ghost', small: true })} to={runSheetUrl(id)} aria-label={`Run sheet of ${name}`}>
            <Icon name="print" small /> Run sheet
          </Link>
        )}
        {!taken_back_at && (
          <>
            <a
              className={buttonClass({ look: 'ghost', small: true })}
              href={whatsappUrl({ whatsapp: phone }, `Your stops of today, for you alone: ${link}`)}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={`WhatsApp the link to ${name}`}
            >
              <Icon name="whatsapp" small /> WhatsApp the link
            </a>
            <ActForm act={riderActs['take-back']} intent="take-back" hidden={{ id }} of={name} />
          </>
        )}
      </div>
    </li>
  )
}
