import { contentTypes, isContentType, mediaOf, promotionColumns } from '#domain/home-content.ts'
import type { PromotionRow } from '#features/content/promotions.ts'
import { ContentPreview } from '#web/admin/content/content-preview.tsx'
import { type EditedRow, ResourceForm } from '#web/admin/resource-form.tsx'

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
