import { rectSortingStrategy } from '@dnd-kit/sortable'
import { type DragEvent, useId, useState } from 'react'
import { useRevalidator } from 'react-router'
import { pictureActs } from '#domain/product-changes.ts'
import { uploadKinds } from '#domain/storage.ts'
import type { ImageRow } from '#features/catalogue/product-images.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { Button, IconButton } from '#ui/kit/button.tsx'
import { Field, FieldError } from '#ui/kit/field.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { Picture } from '#ui/kit/picture.tsx'
import { ActForm } from '#web/admin/admin-form.tsx'
import type { Upload, Uploads } from '#web/admin/products/use-uploads.ts'
import { MoveActs, type RowPlace, SortableList, useSortableRow } from '#web/admin/sortable-list.tsx'
import { useIntoView } from '#web/admin/use-panel.ts'

interface PicturePickerProps {
  /** Null for an unsaved product: uploads wait until it is saved. */
  productId: string | null
  images: ImageRow[]
  uploads: Uploads
  /** The product's name, for alternative texts. */
  name: string
}

/** The gallery of a product with its running uploads (spec §5, Image picker). */
export function PicturePicker({ productId, images, uploads, name }: PicturePickerProps) {
  const { revalidate } = useRevalidator()
  const send = async (key?: number) => {
    if (productId === null) return
    await uploads.send(productId, key)
    await revalidate()
  }
  const choose = (files: FileList | null) => {
    if (!files?.length) return
    uploads.add(files)
    void send()
  }
  return (
    <section className="pictures" aria-labelledby="pictures">
      <h3 id="pictures">Pictures</h3>
      <PictureOrder images={images} name={name} />
      {uploads.uploads.length > 0 && (
        <ul className="uploads" aria-label="Pictures on their way">
          {uploads.uploads.map((upload) => (
            <UploadRow
              key={upload.key}
              upload={upload}
              onDrop={() => uploads.drop(upload.key)}
              onRetry={productId ? () => void send(upload.key) : null}
            />
          ))}
        </ul>
      )}
      <Chooser onChoose={choose} isEmpty={images.length + uploads.uploads.length === 0} waits={productId === null} />
    </section>
  )
}

function Chooser({ onChoose, isEmpty, waits }: { onChoose: (files: FileList | null) => void; isEmpty: boolean; waits: boolean }) {
  const id = useId()
  const [over, setOver] = useState(false)
  const drag = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(isOver)
  }
  return (
    <label
      htmlFor={id}
      className={over ? 'file-add over when-scripted' : 'file-add when-scripted'}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event)
        onChoose(event.dataTransfer.files)
      }}
    >
      <input
        id={id}
        type="file"
        accept={uploadKinds.picture.accept}
        multiple
        aria-describedby={`${id}-hint`}
        onChange={(event) => {
          onChoose(event.currentTarget.files)
          // So that the same file can be chosen again.
          event.currentTarget.value = ''
        }}
      />
      <span>
        <Icon name="plus" /> Add pictures
      </span>
      <small id={`${id}-hint`}>
        {uploadKinds.picture.formats}, up to {uploadKinds.picture.maxBytes / 2 ** 20} MB each. {isEmpty && 'The first becomes the primary one. '}
        {waits && 'They are sent when you save.'}
      </small>
    </label>
  )
}

/** The gallery, sorted by dragging, keyboard or buttons. */
function PictureOrder({ images, name }: { images: ImageRow[]; name: string }) {
  const list = { id: 'pictures-order', noun: 'picture', className: 'picture-list', intent: 'picture-place', field: 'display_order' }
  return (
    <SortableList {...list} rows={images} strategy={rectSortingStrategy}>
      {(image, place) => <PictureRow key={image.id} image={image} name={name} {...place} />}
    </SortableList>
  )
}

interface PictureRowProps extends RowPlace {
  image: ImageRow
  name: string
}

/** A picture of the gallery with its actions. A mouse can drag it anywhere, a finger by its handle, so that the page can scroll. */
function PictureRow({ image, name, ...place }: PictureRowProps) {
  const { row, handle, onPointerDown } = useSortableRow(image.id)
  const label = `picture ${place.at + 1} of ${place.of}`
  return (
    <li {...row}>
      <div className="picture-frame" onPointerDown={(event) => event.pointerType === 'mouse' && onPointerDown?.(event)}>
        <Picture src={image.image_url} alt={image.alt_text || `${name}, ${label}`} sizes="160px" draggable={false} />
        {image.is_primary && <Badge tone="leaf">Primary</Badge>}
      </div>
      <div className="picture-acts when-scripted">
        <MoveActs label={label} handle={handle} {...place} />
      </div>
      <details className="picture-more">
        <summary>
          Details<span className="visually-hidden"> of {label}</span>
        </summary>
        <Details image={image} called={label} />
      </details>
    </li>
  )
}

function Details({ image: { id, alt_text, is_primary }, called }: { image: ImageRow; called: string }) {
  const form = { hidden: { id }, of: called }
  const [isConfirming, setConfirming] = useState(false)
  return (
    <div className="picture-details">
      <ActForm act={pictureActs['picture-text']} {...form} intent="picture-text">
        {({ field }) => (
          <Field {...field('alt_text', alt_text)} label="What it shows" maxLength={300} autoComplete="off" hint="For people who do not see it." />
        )}
      </ActForm>
      {!is_primary && <ActForm act={pictureActs['picture-primary']} {...form} intent="picture-primary" />}
      {isConfirming ? (
        <ActForm
          act={pictureActs['picture-delete']}
          {...form}
          intent="picture-delete"
          beside={
            <Button look="ghost" small onClick={() => setConfirming(false)}>
              Keep
            </Button>
          }
        />
      ) : (
        <Button look="bad" small onClick={() => setConfirming(true)} aria-label={`Delete ${called}`}>
          Delete
        </Button>
      )}
    </div>
  )
}

/** An upload: its preview, progress and result. */
function UploadRow({ upload, onDrop, onRetry }: { upload: Upload; onDrop: () => void; onRetry: (() => void) | null }) {
  const { file, preview, state, part, reason, isRefused } = upload
  const row = useIntoView<HTMLLIElement>(state === 'failed')
  return (
    <li ref={row}>
      <Picture src={preview} alt="" sizes="60px" eager />
      <div>
        <span className="upload-name">{file.name}</span>
        {state === 'sending' && (
          <>
            <progress max={1} value={part < 1 ? part : undefined} aria-label={`Sending ${file.name}`} />
            <small role="status">{part < 1 ? `${Math.round(part * 100)}%` : 'Being prepared...'}</small>
          </>
        )}
        {state === 'waiting' && <small>Waits</small>}
        {state === 'failed' && <FieldError role="alert">{reason}</FieldError>}
      </div>
      {state === 'failed' && onRetry && !isRefused && (
        <Button look="ghost" small onClick={onRetry} aria-label={`Try again, ${file.name}`}>
          Try again
        </Button>
      )}
      {state !== 'sending' && <IconButton icon="close" label={`Leave out ${file.name}`} onClick={onDrop} />}
    </li>
  )
}
