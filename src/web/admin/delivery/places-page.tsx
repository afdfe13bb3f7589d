import { randomUUID } from 'node:crypto'
import { placeKinds } from '#domain/delivery-places.ts'
import { listPlaces } from '#features/delivery/places.ts'
import { listZones, type ZoneRow } from '#features/delivery/zones.ts'
import { Field, SelectField } from '#ui/kit/field.tsx'
import { actAsAdmin } from '#web/admin/act-as-admin.ts'
import { AdminForm, PostedOutcome } from '#web/admin/admin-form.tsx'
import { actWithToast } from '#web/admin/admin-toasts.ts'
import { asAdmin } from '#web/admin/as-admin.ts'
import { ConfirmForm } from '#web/admin/confirm-form.tsx'
import { placeActs } from '#web/admin/delivery/delivery-acts.ts'
import { describePlaces, type ListedPlace } from '#web/admin/delivery/load-places.ts'
import { PlaceTable } from '#web/admin/delivery/place-table.tsx'
import { NewBox, type NewForm } from '#web/admin/new-box.tsx'
import { SectionCard } from '#web/admin/section-card.tsx'
import { SectionViews } from '#web/admin/section-views.tsx'
import { sectionMeta } from '#web/admin/sections.ts'
import { AdminToolbar } from '#web/admin/toolbar.tsx'
import { revalidateAfterConflict } from '#web/forms/form-answer.ts'
import { AdminList } from '#web/lists/list.tsx'
import { keepListOnError } from '#web/lists/load-more.tsx'
import { loadPage, readSearch } from '#web/lists/load-page.ts'
import { readId } from '#web/lists/read-query.ts'
import { loaderHeaders, privatePage } from '#web/page.ts'
import type { Route } from './+types/places-page.ts'
import '../content.css'
import './delivery.css'

export async function loader(args: Route.LoaderArgs) {
  const ctx = asAdmin(args)
  const query = args.url.searchParams
  const filter = { search: readSearch(query), zone_id: readId(query, 'zone'), is_own: query.get('own') === 'on' || undefined }
  const [zones, { rows, next }] = await Promise.all([listZones(ctx), loadPage(query, (page) => listPlaces(ctx, { ...filter, ...page }))])
  return privatePage({ filter, zones, list: { rows: await describePlaces(ctx, rows), next }, key: randomUUID() })
}

export function action(args: Route.ActionArgs) {
  return actAsAdmin(args, placeActs)
}

export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return keepListOnError(request, serverLoader)
}

export const clientAction = actWithToast
export const headers = loaderHeaders
export const shouldRevalidate = revalidateAfterConflict
export const meta = sectionMeta('delivery')

export default function PlacesPage({ loaderData: { filter, zones, list, key } }: Route.ComponentProps) {
  const { search, zone_id, is_own } = filter
  return (
    <SectionCard
      toolbar={
        <AdminToolbar
          search={{ label: 'Search places', placeholder: 'County, town, estate or stage', value: search }}
          isNarrowed={search !== undefined || zone_id !== undefined || is_own !== undefined}
        >
          <SelectField name="zone" label="Places that a zone names" defaultValue={zone_id ?? ''}>
            <option value="">All places</option>
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
      <AdminList list={list} what="places" empty="No places found">
        {(rows) => <PlaceTable places={rows} actions={(place) => <PlaceActs place={place} />} />}
      </AdminList>
    </SectionCard>
  )
}

function ZoneOptions({ zones }: { zones: ZoneRow[] }) {
  return zones.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ))
}

function PlaceForm({ zones, formKey: _, ...form }: NewForm & { zones: ZoneRow[] }) {
  return (
    <AdminForm intent="create" submit="Add place" busy="Saving..." {...form}>
      {({ typed, errorOf }) => (
        <>
          <div className="way-row">
            <Field name="name" label="Name" required maxLength={80} autoComplete="off" defaultValue={typed.name} error={errorOf('name')} />
            <SelectField name="kind" label="What it is" defaultValue={typed.kind ?? 'stage'} error={errorOf('kind')}>
              {placeKinds.slice(1).map((kind) => (
                <option key={kind} value={kind}>
                  {kind}
                </option>
              ))}
            </SelectField>
          </div>
          <div className="way-row">
            <Field
              name="around"
              label="The place it lies in"
              hint="A county, town or estate, such as “Karen, Nairobi”."
              required
              maxLength={120}
              autoComplete="off"
              defaultValue={typed.around}
              error={errorOf('parent_id')}
            />
            <SelectField name="zone_id" label="Zone" defaultValue={typed.zone_id ?? ''} error={errorOf('zone_id')}>
              <option value="">That of the place it lies in</option>
              <ZoneOptions zones={zones} />
            </SelectField>
          </div>
          <Field
            name="aliases"
            label="What people also call it"
            hint="With commas between them."
            optional
            maxLength={800}
            autoComplete="off"
            defaultValue={typed.aliases}
            error={errorOf('aliases')}
          />
        </>
      )}
    </AdminForm>
  )
}

function PlaceActs({ place: { id, name, zone, zone_id, is_own } }: { place: ListedPlace }) {
  return (
    <>
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
        <ConfirmForm
          intent="delete"
          hidden={{ place: id }}
          label="Delete"
          buttonName={`Delete ${name}`}
          title={`Delete ${name}?`}
          text={<p>Orders to it then go by the zone of the place around it.</p>}
          submit="Delete place"
          busy="Deleting..."
          look="bad"
        />
      )}
    </>
  )
}
