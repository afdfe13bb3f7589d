import { adColumns, adMedia } from '#domain/home-content.ts'
import type { AdRow } from '#features/content/ads.ts'
import { adFrameUrl } from '#web/addresses.ts'
import { ContentPreview } from '#web/admin/content/content-preview.tsx'
import type { LinkedContent } from '#web/admin/content/load-content.ts'
import { type EditedRow, ResourceForm } from '#web/admin/resource-form.tsx'

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
