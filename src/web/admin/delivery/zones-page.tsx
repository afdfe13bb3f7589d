import { randomUUID } from 'node:crypto'
import { Link } from 'react-router'
import { zoneWords } from '#domain/delivery-columns.ts'
import { optionKinds } from '#domain/delivery-options.ts'
import { listZoneSummaries, type ZoneSummary, zones } from '#features/delivery/zones.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { PostedOutcome } from '#web/admin/admin-form.tsx'
import { optionText, ZoneForm } from '#web/admin/delivery/delivery-forms.tsx'
import { NewBox } from '#web/admin/new-row-form.tsx'
import { adminDeliveryRowUrl } from '#web/admin/panel-addresses.ts'
import { actAsAdmin, asAdmin } from '#web/admin/panel-requests.ts'
import { resourceActs } from '#web/admin/resource-acts.ts'
import { ResourceItem } from '#web/admin/resource-rows.tsx'
import { SectionCard } from '#web/admin/section-card.tsx'
import { SectionViews } from '#web/admin/section-views.tsx'
import { useRange } from '#web/admin/use-panel.ts'
import { AdminList } from '#web/lists/list.tsx'
import { readCursor } from '#web/lists/load-page.ts'
import type { Route } from './+types/zones-page.ts'
import '../content.css'
import './delivery.css'

export async function loader(args: Route.LoaderArgs) {
  const { data: rows, next, hasElsewhere } = await listZoneSummaries(asAdmin(args), { cursor: readCursor(args.url.searchParams) })
  return { list: { rows, next }, hasElsewhere, key: randomUUID() }
}

export function action(args: Route.ActionArgs) {
  return actAsAdmin(args, resourceActs(zones, zoneWords))
}

export default function ZonesPage({ loaderData: { list, hasElsewhere, key } }: Route.ComponentProps) {
  return (
    <SectionCard>
      <SectionViews of="Delivery" />
      <PostedOutcome />
      {!hasElsewhere && (
        <Notice tone="amber" role="note">
          No zone holds Kenya as a whole: buyers outside your zones read that you don't deliver there yet.
        </Notice>
      )}
      <NewBox label="New zone" isFirst={list.rows.length === 0} visitKey={key}>
        {(form) => <ZoneForm row={null} {...form} />}
      </NewBox>
      <AdminList list={list} what="zones" empty="No zones yet: nothing can be ordered.">
        {(rows) => (
          <ul className="content-list">
            {rows.map((zone) => (
              <ZoneItem key={zone.id} zone={zone} />
            ))}
          </ul>
        )}
      </AdminList>
    </SectionCard>
  )
}

function ZoneItem({ zone: { id, name, options, optionCount, onCount, placeNames, isElsewhere, removal } }: { zone: ZoneSummary }) {
  const to = adminDeliveryRowUrl('delivery_zones', id, useRange())
  return (
    <ResourceItem words={zoneWords} name={name} hidden={{ id }} to={to} open="Open" deleting={`${removal} Orders keep what they were promised.`}>
      <div className="zone-summary">
        <h2>
          <Link className="link" to={to}>
            {name}
          </Link>
        </h2>
        <p className="content-facts">
          <span>{placeNames || 'No towns or estates yet'}</span>
          {isElsewhere && <Badge tone="lake">All other places</Badge>}
          {onCount === 0 && <Badge tone="bad">{optionCount === 0 ? 'No option yet' : 'All options off'}: orders are refused</Badge>}
        </p>
        <ul className="option-lines">
          {options.map((option) => (
            <li key={option.id}>
              <b>{option.name}</b> {!option.is_on && <Badge tone="grey">Off</Badge>}
              <span>
                {optionKinds[option.kind].label} · {optionText(option)}
              </span>
            </li>
          ))}
          {optionCount > options.length && <li>and {optionCount - options.length} more</li>}
        </ul>
      </div>
    </ResourceItem>
  )
}
