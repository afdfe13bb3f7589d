import { placeKinds } from '#domain/delivery-places.ts'
import type { ZoneRow } from '#features/delivery/zones.ts'
import { Field, SelectField } from '#ui/kit/field.tsx'
import { AdminForm } from '#web/admin/admin-form.tsx'
import { ConfirmForm } from '#web/admin/confirm-form.tsx'
import type { ListedPlace } from '#web/admin/delivery/load-places.ts'
import type { NewForm } from '#web/admin/new-box.tsx'
import { Options } from '#web/admin/select-options.tsx'
import { SnapshotFields } from '#web/admin/snapshot-fields.tsx'
import type { FormState } from '#web/forms/intent-form.tsx'

export function ZoneOptions({ zones }: { zones: ZoneRow[] }) {
  return <Options of={zones.map(({ id, name }) => [id, name])} />
}

/** A place of the owner's that is new. */
export function PlaceForm({ zones, formKey: _, ...form }: NewForm & { zones: ZoneRow[] }) {
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
export function EditPlace({ place }: { place: ListedPlace }) {
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
