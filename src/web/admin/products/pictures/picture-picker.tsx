import { type DragEvent, useId, useState } from 'react'
import { useRevalidator } from 'react-router'
import { uploadKinds } from '#domain/storage.ts'
import type { ImageRow } from '#features/catalogue/list-images.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { PictureOrder } from '#web/admin/products/pictures/picture-order.tsx'
import { UploadRow } from '#web/admin/products/pictures/upload-row.tsx'
import type { Uploads } from '#web/admin/products/pictures/use-uploads.ts'

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
