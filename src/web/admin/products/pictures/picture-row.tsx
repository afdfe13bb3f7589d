import { useState } from 'react'
import { pictureActs } from '#domain/product-changes.ts'
import type { ImageRow } from '#features/catalogue/list-images.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { Button } from '#ui/kit/button.tsx'
import { Field } from '#ui/kit/field.tsx'
import { Picture } from '#ui/kit/picture.tsx'
import { ActForm } from '#web/admin/act-form.tsx'
import { MoveActs, type RowPlace, useSortableRow } from '#web/admin/sortable-list.tsx'

interface PictureRowProps extends RowPlace {
  image: ImageRow
  name: string
}

/** A picture of the gallery with its actions. A mouse can drag it anywhere, a finger by its handle, so that the page can scroll. */
export function PictureRow({ image, name, ...place }: PictureRowProps) {
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
