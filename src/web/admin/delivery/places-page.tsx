import { randomUUID } from 'node:crypto'
import { placeKinds } from '#domain/delivery-places.ts'
import { listPlaces } from '#features/delivery/places.ts'
import { listZones, type ZoneRow } from '#features/delivery/zones.ts'
import { Field, SelectField } from '#ui/kit/field.tsx'
import { AdminForm, ConfirmForm, PostedOutcome } from '#web/admin/admin-form.tsx'
import { describePlaces, type ListedPlace, placeActs } from '#web/admin/delivery/delivery-requests.ts'
import { PlaceTable } from '#web/admin/delivery/place-table.tsx'
import { NewBox, type NewForm } from '#web/admin/new-row-form.tsx'
import { actAsAdmin, asAdmin } from '#web/admin/panel-requests.ts'
import { DeleteForm } from '#web/admin/resource-rows.tsx'
import { SectionCard } from '#web/admin/section-card.tsx'
import { SectionViews } from '#web/admin/section-views.tsx'
import { Options } from '#web/admin/shared-fields.tsx'
import { SnapshotFields } from '#web/admin/snapshot-fields.tsx'
import { AdminToolbar } from '#web/admin/toolbar.tsx'
import type { FormState } from '#web/forms/intent-form.tsx'
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

function ZoneOptions({ zones }: { zones: ZoneRow[] }) {
  return <Options of={zones.map(({ id, name }) => [id, name])} />
}

/** A place of the owner's that is new. */
function PlaceForm({ zones, formKey: _, ...form }: NewForm & { zones: ZoneRow[] }) {
  return (
    <AdminForm intent="create" submit="Add place" busy="Saving..." {...form}>
      {({ field, errorOf }) => (
        <>
          <div className="option-row">
            <NameField field={field} />
            <SelectField {...field('kind', 'stage')} label="What it is">
              <Options of={placeKinds.slice(1).map((kind) => [kind, kind])} />
            </SelectField>
          </div>
          <div className="option-row">
            <Field
              {...field('around')}
              error={errorOf('parent_id')}
              label="The place it lies in"
              hint="A county, town or estate, such as “Karen, Nairobi”."
              required
              maxLength={120}
              autoComplete="off"
            />
            <SelectField {...field('zone_id', '')} label="Zone">
              <option value="">That of the place it lies in</option>
              <ZoneOptions zones={zones} />
            </SelectField>
          </div>
          <AliasesField field={field} />
        </>
      )}
    </AdminForm>
  )
}

/** What a place is called: of one that comes with the shop only what people also call it. */
function EditPlace({ place }: { place: ListedPlace }) {
  const { id, name, aliases, is_own } = place
  return (
    <ConfirmForm
      intent="save"
      hidden={{ place: id }}
      label="Edit"
      buttonName={`Edit ${name}`}
      title={`Edit ${name}`}
      text={is_own ? null : <p>It comes with the shop and keeps its name.</p>}
      submit="Save changes"
      busy="Saving..."
    >
      {(state) => (
        <>
          <SnapshotFields snapshot={JSON.stringify({ name, aliases: aliases.join(', ') })} {...state} />
          {is_own && <NameField place={place} {...state} />}
          <AliasesField place={place} {...state} />
        </>
      )}
    </ConfirmForm>
  )
}

type NamesProps = Pick<FormState, 'field'> & { place?: ListedPlace }

function NameField({ place, field }: NamesProps) {
  return <Field {...field('name', place?.name)} label="Name" required maxLength={80} autoComplete="off" />
}

function AliasesField({ place, field }: NamesProps) {
  return (
    <Field
      {...field('aliases', place?.aliases.join(', '))}
      label="What people also call it"
      hint="With commas between them."
      optional
      maxLength={800}
      autoComplete="off"
    />
  )
}
