import { type ContentType, contentTypes, isContentType, mediaOf } from '#domain/promotion.ts'
import type { PromotionRow } from '#features/content/promotions.ts'
import { Field, TextField } from '#ui/kit/field.tsx'
import { ContentForm, type EditedContent, useLiveValues } from '#web/admin/content/content-form.tsx'
import { MediaField } from '#web/admin/media-field.tsx'
import { Tick } from '#web/admin/tick.tsx'
import { useFiles } from '#web/admin/use-files.ts'

const columns = ['title', 'description', 'content_type', 'content_url', 'poster_url', 'is_active'] as const
const types = Object.entries(contentTypes) as [ContentType, (typeof contentTypes)[ContentType]][]

/** Everything that is said of promotional content (spec §5, Promotion form), with what visitors will see beside it. */
export function PromotionForm(form: EditedContent<PromotionRow>) {
  const { row } = form
  const kept = (type: ContentType) => (row?.content_type === type ? row.content_url : null)
  const { files, fileProps, isSending } = useFiles({ image_url: kept('image'), video_url: kept('video'), poster_url: row?.poster_url ?? null })
  const first = {
    title: row?.title ?? '',
    description: row?.description ?? '',
    content_type: row?.content_type ?? 'text',
    link_url: kept('text') ?? '',
  }
  const { live, onInput } = useLiveValues<Record<keyof typeof first, string>>(first)
  const type = isContentType(live.content_type) ? live.content_type : 'text'
  const preview = {
    title: live.title,
    text: live.description || null,
    media: mediaOf({ content_type: type, content_url: type === 'image' ? files.image_url : files.video_url, poster_url: files.poster_url }),
    href: null,
  }
  return (
    <ContentForm {...form} {...{ columns, isSending, onInput, preview }} what="promotion">
      {({ errorOf, typed }) => {
        const value = { ...first, ...typed }
        const errorAt = (field: ContentType) => (value.content_type === field ? errorOf('content_url') : null)
        return (
          <>
            <TextField
              name="description"
              label="Description"
              optional
              maxLength={1000}
              defaultValue={value.description}
              error={errorOf('description')}
            />
            <fieldset className="kinds">
              <legend className="field-label">Type</legend>
              {types.map(([name, { label }]) => (
                <label key={name}>
                  <input type="radio" name="content_type" value={name} defaultChecked={value.content_type === name} /> {label}
                </label>
              ))}
            </fieldset>
            <div className="kind kind-text">
              <Field
                name="link_url"
                label="Where it leads"
                optional
                inputMode="url"
                autoComplete="off"
                placeholder="/category/heels or https://"
                maxLength={2000}
                defaultValue={value.link_url}
                error={errorAt('text')}
              />
            </div>
            <div className="kind kind-image">
              <MediaField
                label="Picture"
                kind="picture"
                bucket="promotional-images"
                {...fileProps('image_url')}
                typedFrom={typed.image_url_from}
                error={errorAt('image')}
              />
            </div>
            <div className="kind kind-video">
              <MediaField
                label="Video"
                kind="video"
                bucket="promotional-videos"
                {...fileProps('video_url')}
                typedFrom={typed.video_url_from}
                error={errorAt('video')}
              />
              <MediaField
                label="Poster"
                kind="picture"
                bucket="promotional-images"
                hint="Stands where a phone cannot play the video."
                optional
                {...fileProps('poster_url')}
                typedFrom={typed.poster_url_from}
                error={errorOf('poster_url')}
              />
            </div>
            <noscript>
              <p className="hint">
                Pictures and videos of your own are sent by scripts, which this browser does not run; those of other sites can be fetched by their
                address.
              </p>
            </noscript>
            <Tick name="is_active" label="Shown to visitors" isSwitch first={row?.is_active ?? true} typed={typed} />
          </>
        )
      }}
    </ContentForm>
  )
}
