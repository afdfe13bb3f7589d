import { randomUUID } from 'node:crypto'
import { listPlaces } from '#features/delivery/places.ts'
import { listZones } from '#features/delivery/zones.ts'
import { SelectField } from '#ui/kit/field.tsx'
import { actAsAdmin } from '#web/admin/act-as-admin.ts'
import { AdminForm, PostedOutcome } from '#web/admin/admin-form.tsx'
import { asAdmin } from '#web/admin/as-admin.ts'
import { placeActs } from '#web/admin/delivery/delivery-acts.ts'
import { describePlaces, type ListedPlace } from '#web/admin/delivery/load-places.ts'
import { EditPlace, PlaceForm, ZoneOptions } from '#web/admin/delivery/place-form.tsx'
import { PlaceTable } from '#web/admin/delivery/place-table.tsx'
import { NewBox } from '#web/admin/new-box.tsx'
import { DeleteForm } from '#web/admin/row-acts.tsx'
import { SectionCard } from '#web/admin/section-card.tsx'
import { SectionViews } from '#web/admin/section-views.tsx'
import { AdminToolbar } from '#web/admin/toolbar.tsx'
import { AdminList } from '#web/lists/list.tsx'
import { loadPage, readId, readSearch } from '#web/lists/load-page.ts'
import type { Route } from './+types/places-page.ts'
import '../content.css'
import './delivery.css'

export async function loader(args: Route.LoaderArgs) {
  const ctx = asAdmin(args)
  const query = args.url.searchParams
  const filter = { search: readSearch(query), zone_id: readId(query, 'zone'), is_own: query.get('own') === 'on' || undefined }
  const [zones, { rows, next }] = await Promise.all([listZones(ctx), loadPage(query, (page) => listPlaces(ctx, { ...filter, ...page }))])
  return { filter, zones, list: { rows: await describePlaces(ctx, rows), next }, key: randomUUID() }
}

export function action(args: Route.ActionArgs) {
  return actAsAdmin(args, placeActs)
}

export default function PlacesPage({ loaderData: { filter, zones, list, key } }: Route.ComponentProps) {
  const { search, zone_id, is_own } = filter
  return (
    <SectionCard
      toolbar={
        <AdminToolbar
          search={{ label: 'Search towns and estates', placeholder: 'County, town, estate or stage', value: search }}
          isNarrowed={search !== undefined || zone_id !== undefined || is_own !== undefined}
        >
          <SelectField name="zone" label="Those that a zone names" defaultValue={zone_id ?? ''}>
            <option value="">All towns and estates</option>
            <ZoneOptions zones={zones} />
          </SelectField>
          <SelectField name="own" label="Added by" defaultValue={is_own ? 'on' : ''}>
            <option value="">Anybody</option>
            <option value="on">You</option>
          </SelectField>
        </AdminToolbar>
      }
    >
      <SectionViews of="Delivery" />
      <PostedOutcome />
      <NewBox label="New place" isFirst={false} visitKey={key}>
        {(form) => <PlaceForm zones={zones} {...form} />}
      </NewBox>
      <AdminList list={list} what="places" empty="No towns or estates found">
        {(rows) => <PlaceTable places={rows} actions={(place) => <PlaceActs place={place} />} />}
      </AdminList>
    </SectionCard>
  )
}

function PlaceActs({ place }: { place: ListedPlace }) {
  const { id, name, zone, zone_id, is_own } = place
  return (
    <>
      <EditPlace place={place} />
      {zone_id !== null && (
        <AdminForm
          intent="move-place"
          hidden={{ place: id, snapshot: JSON.stringify({ zone_id }) }}
          submit={`Take out of ${zone}`}
          name={`Take out of ${zone}: ${name}`}
          busy="Saving..."
          look="ghost"
          small
        />
      )}
      {is_own && (
        <DeleteForm what="place" name={name} hidden={{ place: id }}>
          Orders to it then go by the zone of the place around it.
        </DeleteForm>
      )}
    </>
  )
}
