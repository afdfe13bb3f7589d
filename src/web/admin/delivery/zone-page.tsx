import { randomUUID } from 'node:crypto'
import { Link } from 'react-router'
import { optionWords } from '#domain/delivery-columns.ts'
import { optionKinds } from '#domain/delivery-options.ts'
import { listOptions, type OptionRow } from '#features/delivery/options.ts'
import { listPlaces } from '#features/delivery/places.ts'
import { getZone, summariseZone, type ZoneRow } from '#features/delivery/zones.ts'
import { Breadcrumb } from '#ui/kit/breadcrumb.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { AdminForm, PostedOutcome } from '#web/admin/admin-form.tsx'
import { OptionForm, optionText, ZoneForm } from '#web/admin/delivery/delivery-forms.tsx'
import { describePlaces, type ListedPlace, zoneActs } from '#web/admin/delivery/delivery-requests.ts'
import { PlaceTable } from '#web/admin/delivery/place-table.tsx'
import { NewBox } from '#web/admin/new-row-form.tsx'
import { adminDeliveryRowUrl, adminDeliveryUrl, adminSectionUrl } from '#web/admin/panel-addresses.ts'
import { actAsAdmin, asAdmin, loadOne } from '#web/admin/panel-requests.ts'
import { OnBadge, ResourceItem } from '#web/admin/resource-rows.tsx'
import { SectionCard } from '#web/admin/section-card.tsx'
import { sections } from '#web/admin/sections.ts'
import { AdminToolbar } from '#web/admin/toolbar.tsx'
import { useRange } from '#web/admin/use-panel.ts'
import { AdminList } from '#web/lists/list.tsx'
import { loadPage, readSearch } from '#web/lists/load-page.ts'
import type { Route } from './+types/zone-page.ts'
import '../content.css'
import '../people.css'
import './delivery.css'

export async function loader(args: Route.LoaderArgs) {
  const ctx = asAdmin(args)
  const query = args.url.searchParams
  const zone = await loadOne(() => getZone(ctx, args.params.id))
  const search = readSearch(query)
  const [list, places, { overlaps, placeCount, onCount }] = await Promise.all([
    loadPage(query, (page) => listOptions(ctx, { zone_id: zone.id, ...page })),
    listPlaces(ctx, search === undefined ? { zone_id: zone.id } : { search }),
    summariseZone(ctx, zone.id),
  ])
  return { zone, search, list, places: await describePlaces(ctx, places.data), overlaps, placeCount, onCount, key: randomUUID() }
}

export function action(args: Route.ActionArgs) {
  return actAsAdmin(args, zoneActs(args.params.id))
}

export default function ZonePage({ loaderData: { zone, search, list, places, overlaps, placeCount, onCount, key } }: Route.ComponentProps) {
  const range = useRange()
  return (
    <SectionCard
      toolbar={
        <AdminToolbar
          search={{ label: 'Search towns and estates to add', placeholder: 'Towns and estates to add', value: search }}
          isNarrowed={search !== undefined}
        />
      }
    >
      <Breadcrumb trail={[{ to: adminSectionUrl('delivery', range), label: sections.delivery }]} here={zone.name} />
      <PostedOutcome />
      <section aria-label="Towns and estates" className="zone-part">
        <h2 className="content-title">{search === undefined ? `Towns and estates of ${zone.name}` : `Towns and estates found for “${search}”`}</h2>
        {overlaps.length > 0 && (
          <Notice tone="amber" role="note">
            {overlaps.map((sentence) => (
              <span key={sentence} className="overlap">
                {sentence}
              </span>
            ))}
          </Notice>
        )}
        {search === undefined && <p className="intro">To add a place, search for it above.</p>}
        {places.length === 0 && <p className="empty-note">{search === undefined ? 'No towns or estates yet' : 'No towns or estates found'}</p>}
        <PlaceTable places={places} actions={(place) => <MovePlace place={place} zone={zone} />} />
        {search === undefined && placeCount > places.length && (
          <Link className="link" to={adminDeliveryUrl('places', { ...range, zone: zone.id })}>
            All {placeCount.toLocaleString('en-KE')} places
          </Link>
        )}
      </section>
      <section aria-label="Options" className="zone-part">
        <h2 className="content-title">Delivery options</h2>
        {onCount === 0 && (
          <Notice tone="bad" role="note">
            {list.rows.length === 0 ? 'This zone has no option yet' : 'All options of this zone are off'}: orders to its places are refused.
          </Notice>
        )}
        <NewBox label="New option" isFirst={false} visitKey={key}>
          {(form) => <OptionForm row={null} {...form} />}
        </NewBox>
        <AdminList list={list} what="options" empty={null}>
          {(rows) => (
            <ul className="content-list">
              {rows.map((option) => (
                <OptionItem key={option.id} option={option} />
              ))}
            </ul>
          )}
        </AdminList>
      </section>
      <section aria-label="Name and order" className="zone-part">
        <h2 className="content-title">Name and order</h2>
        <ZoneForm key={zone.id} row={zone} />
      </section>
    </SectionCard>
  )
}

function MovePlace({ place: { id, name, zone_id, zone }, zone: here }: { place: ListedPlace; zone: ZoneRow }) {
  const isHere = zone_id === here.id
  const adding = zone_id !== null && zone !== null ? `Move here from ${zone}` : 'Add to this zone'
  return (
    <AdminForm
      intent="move-place"
      hidden={{ place: id, zone_id: isHere ? '' : here.id, snapshot: JSON.stringify({ zone_id }) }}
      submit={isHere ? 'Remove' : adding}
      name={isHere ? `Remove ${name}` : `${adding}: ${name}`}
      busy="Saving..."
      look="ghost"
      small
    />
  )
}

/** An option in the list of its zone, with its buttons. */
function OptionItem({ option }: { option: OptionRow }) {
  const { id, name, kind, is_on, address, hours, courier } = option
  const to = adminDeliveryRowUrl('delivery_options', id, useRange())
  return (
    <ResourceItem words={optionWords} name={name} hidden={{ option: id }} flag={['is_on', is_on]} to={to} deleteIntent="delete-option">
      <div className="zone-summary">
        <h3>
          {name} <OnBadge isOn={is_on} />
        </h3>
        <p className="content-facts">
          <span>{[optionKinds[kind].label, courier, address, hours].filter(Boolean).join(', ')}</span>
          <b>{optionText(option)}</b>
        </p>
      </div>
    </ResourceItem>
  )
}
