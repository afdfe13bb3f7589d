import { adMedia, embedLimit } from '#domain/promotion.ts'
import type { AdRow } from '#features/content/ads.ts'
import { Field, SelectField, TextField } from '#ui/kit/field.tsx'
import { adFrameUrl } from '#web/addresses.ts'
import { ContentForm, type EditedContent, useLiveValues } from '#web/admin/content/content-form.tsx'
import type { LinkedContent } from '#web/admin/content/load-content.ts'
import { MediaField } from '#web/admin/media-field.tsx'
import { Tick } from '#web/admin/tick.tsx'
import { useFiles } from '#web/admin/use-files.ts'

const columns = ['title', 'description', 'target_url', 'promotional_content_id', 'image_url', 'is_sponsored', 'embed_code', 'is_active'] as const

/** Everything that is said of an ad (spec §5, Ad form), with what visitors will see beside it. */
export function AdForm({ contents, ...form }: EditedContent<AdRow> & { contents: LinkedContent[] }) {
  const { row } = form
  const { files, fileProps, isSending } = useFiles({ image_url: row?.image_url ?? null })
  const first = {
    title: row?.title ?? '',
    description: row?.description ?? '',
    promotional_content_id: row?.promotional_content_id ?? '',
    is_sponsored: row?.is_sponsored ? 'on' : '',
    embed_code: row?.embed_code ?? '',
  }
  const { live, onInput } = useLiveValues(first)
  const linked = contents.find(({ id }) => id === live.promotional_content_id) ?? null
  const preview = {
    title: live.title,
    text: live.description || null,
    media: adMedia({ image_url: files.image_url, promotional_content: linked }),
    href: null,
    frame: row?.has_embed && row.is_active && live.embed_code === row.embed_code ? adFrameUrl(row.id) : null,
    isSponsored: live.is_sponsored === 'on',
  }
  return (
    <ContentForm {...form} {...{ columns, isSending, onInput, preview }} what="ad">
      {({ errorOf, typed }) => {
        const value = { target_url: row?.target_url ?? '', ...first, ...typed }
        return (
          <>
            <Field
              name="target_url"
              label="Target URL"
              hint="A page of this shop, such as /category/heels, opens in place, another site in a new tab."
              required
              inputMode="url"
              autoComplete="off"
              placeholder="/category/heels or https://"
              maxLength={2000}
              defaultValue={value.target_url}
              error={errorOf('target_url')}
            />
            <TextField
              name="description"
              label="Description"
              optional
              maxLength={500}
              defaultValue={value.description}
              error={errorOf('description')}
            />
            <MediaField
              label="Picture"
              kind="picture"
              bucket="ad-images"
              optional
              {...fileProps('image_url')}
              typedFrom={typed.image_url_from}
              error={errorOf('image_url')}
            />
            <SelectField
              name="promotional_content_id"
              label="Linked promotional content"
              optional
              hint="Is shown where the ad has no picture of its own."
              defaultValue={value.promotional_content_id}
              error={errorOf('promotional_content_id')}
            >
              <option value="">None</option>
              {contents.map(({ id, title, is_active }) => (
                <option key={id} value={id}>
                  {is_active ? title : `${title} (off)`}
                </option>
              ))}
            </SelectField>
            <div className="choices">
              <Tick
                name="is_sponsored"
                label="Sponsored"
                hint="Of an ad network: covered until a visitor verifies that they are human."
                first={row?.is_sponsored ?? false}
                typed={typed}
              />
              <Tick name="is_active" label="Shown to visitors" isSwitch first={row?.is_active ?? true} typed={typed} />
            </div>
            <div className="embed">
              <TextField
                name="embed_code"
                label="Code of the network"
                optional
                hint="Paste it as the network gave it. It runs in a frame of its own, 100 pixels high (50 on phones), once a visitor has verified that they are human: it cannot reach the page, the cart or cookies, and opens nothing by itself, so the title beside it leads to the target URL."
                rows={6}
                spellCheck={false}
                maxLength={embedLimit}
                defaultValue={value.embed_code}
                error={errorOf('embed_code')}
              />
            </div>
          </>
        )
      }}
    </ContentForm>
  )
}
