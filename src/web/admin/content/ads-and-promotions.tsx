import type { ComponentProps, ReactNode } from 'react'
import { adColumns, adMedia, contentTypes, isContentType, mediaOf, promotionColumns } from '#domain/home-content.ts'
import type { AdRow } from '#features/content/ads.ts'
import type { PromotionRow } from '#features/content/promotions.ts'
import { SelectField } from '#ui/kit/field.tsx'
import { StripItem } from '#ui/shop/strip-item.tsx'
import { adFrameUrl } from '#web/addresses.ts'
import { PostedOutcome } from '#web/admin/admin-form.tsx'
import type { LinkedContent, loadContentPage } from '#web/admin/content/load-content.ts'
import { NewBox, type NewForm } from '#web/admin/new-row-form.tsx'
import { type EditedRow, ResourceForm } from '#web/admin/resource-form.tsx'
import { SectionCard } from '#web/admin/section-card.tsx'
import { AdminToolbar } from '#web/admin/toolbar.tsx'
import { AdminList } from '#web/lists/list.tsx'

interface ContentPageProps<Row> {
  loaderData: Awaited<ReturnType<typeof loadContentPage<Row>>>
  /** The nouns and the label of the search. */
  words: { one: string; many: string; search: string; empty: string }
  form: (form: NewForm) => ReactNode
  item: (row: Row) => ReactNode
}

/** The page of ads or promotions: a form for a new one, and the list. */
export function ContentPage<Row>({ loaderData: { filter, key, list }, words, form, item }: ContentPageProps<Row>) {
  const { search, is_active } = filter
  const isNarrowed = search !== undefined || is_active !== undefined
  return (
    <SectionCard
      toolbar={
        <AdminToolbar search={{ label: words.search, placeholder: 'Title', value: search }} isNarrowed={isNarrowed}>
          <SelectField name="shown" label="Shown to visitors" defaultValue={is_active === undefined ? '' : is_active ? 'on' : 'off'}>
            <option value="">On and off</option>
            <option value="on">On</option>
            <option value="off">Off</option>
          </SelectField>
        </AdminToolbar>
      }
    >
      <PostedOutcome />
      <NewBox label={`New ${words.one}`} isFirst={list.rows.length === 0 && !isNarrowed} visitKey={key}>
        {form}
      </NewBox>
      <AdminList list={list} what={words.many} empty={words.empty}>
        {(rows) => <ul className="content-list">{rows.map(item)}</ul>}
      </AdminList>
    </SectionCard>
  )
}

/** Everything that is said of an ad (spec §5, Ad form), with what visitors will see beside it. */
export function AdForm({ contents, ...form }: EditedRow<AdRow> & { contents: LinkedContent[] }) {
  const { row } = form
  const options: [string, string][] = contents.map(({ id, title, is_active }) => [id, is_active ? title : `${title} (off)`])
  return (
    <ResourceForm
      {...form}
      columns={adColumns}
      one="ad"
      className="content-editor"
      preview={({ title = '', description, image_url, promotional_content_id, embed_code, is_sponsored }) => (
        <ContentPreview
          title={title}
          text={description || null}
          media={adMedia({
            image_url: image_url || null,
            promotional_content: contents.find(({ id }) => id === promotional_content_id) ?? null,
          })}
          href={null}
          frame={row?.has_embed && row.is_active && embed_code === row.embed_code ? adFrameUrl(row.id) : null}
          isSponsored={is_sponsored === 'on'}
        />
      )}
    >
      {(field) => (
        <>
          {field('title')}
          {field('target_url')}
          {field('description')}
          {field('image_url')}
          {field('promotional_content_id', { options: [['', 'None'], ...options] })}
          <div className="choices">
            {field('is_sponsored')}
            {field('is_active')}
          </div>
          <div className="embed">{field('embed_code', { spellCheck: false })}</div>
        </>
      )}
    </ResourceForm>
  )
}

/** Everything that is said of promotional content (spec §5, Promotion form), with what visitors will see beside it. */
export function PromotionForm(form: EditedRow<PromotionRow>) {
  return (
    <ResourceForm
      {...form}
      columns={promotionColumns}
      one="promotion"
      className="content-editor"
      preview={({ title = '', description, content_type, image_url, video_url, poster_url }) => {
        const type = isContentType(content_type) ? content_type : 'text'
        const content_url = (type === 'image' ? image_url : video_url) || null
        const media = mediaOf({ content_type: type, content_url, poster_url: poster_url || null })
        return <ContentPreview title={title} text={description || null} media={media} href={null} />
      }}
    >
      {(field, { typed }) => (
        <>
          {field('title')}
          {field('description')}
          <fieldset className="kinds">
            <legend className="field-label">Type</legend>
            {Object.entries(contentTypes).map(([name, { label }]) => (
              <label key={name}>
                <input
                  type="radio"
                  name="content_type"
                  value={name}
                  defaultChecked={(typed.content_type ?? form.row?.content_type ?? 'text') === name}
                />{' '}
                {label}
              </label>
            ))}
          </fieldset>
          <div className="kind kind-text">{field('link_url')}</div>
          <div className="kind kind-image">{field('image_url')}</div>
          <div className="kind kind-video">
            {field('video_url')}
            {field('poster_url')}
          </div>
          <noscript>
            <p className="hint">
              Pictures and videos of your own are sent by scripts, which this browser does not run; those of other sites can be fetched by their
              address.
            </p>
          </noscript>
          {field('is_active')}
        </>
      )}
    </ResourceForm>
  )
}

/** An ad or promotion as visitors will see it, beside its form. */
function ContentPreview(item: ComponentProps<typeof StripItem>) {
  return (
    <section className="content-preview when-scripted" aria-label="Preview">
      <p className="field-label">As visitors will see it</p>
      <StripItem {...item} title={item.title.trim() || 'Title'} key={String(item.isSponsored)} />
    </section>
  )
}
