import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { useState } from 'react'
import type { ImageRow } from '#features/catalogue/list-images.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { Button, IconButton } from '#ui/kit/button.tsx'
import { Field } from '#ui/kit/field.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { Picture } from '#ui/kit/picture.tsx'
import { AdminForm } from '#web/admin/admin-form.tsx'

interface PictureRowProps {
  image: ImageRow
  at: number
  of: number
  name: string
  onPlace: (at: number) => void
}

/** A picture of the gallery with its actions. A mouse can drag it anywhere, a finger by its handle, so that the page can scroll. */
export function PictureRow({ image, at, of, name, onPlace }: PictureRowProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({ id: image.id })
  const label = `picture ${at + 1} of ${of}`
  return (
    <li ref={setNodeRef} className={isDragging ? 'dragged' : undefined} style={{ transform: CSS.Transform.toString(transform), transition }}>
      <div className="picture-frame" onPointerDown={(event) => event.pointerType === 'mouse' && listeners?.onPointerDown?.(event)}>
        <Picture src={image.image_url} alt={image.alt_text || `${name}, ${label}`} sizes="160px" draggable={false} />
        {image.is_primary && <Badge tone="leaf">Primary</Badge>}
      </div>
      <div className="picture-acts when-scripted">
        <button type="button" className="icon-button grip" ref={setActivatorNodeRef} {...attributes} {...listeners} aria-label={`Drag ${label}`}>
          <Icon name="grip" />
        </button>
        <IconButton icon="back" label={`Move ${label} forward`} disabled={at === 0} onClick={() => onPlace(at - 1)} />
        <IconButton icon="next" label={`Move ${label} back`} disabled={at === of - 1} onClick={() => onPlace(at + 1)} />
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
  const [isConfirming, setConfirming] = useState(false)
  return (
    <div className="picture-details">
      <AdminForm intent="picture-text" hidden={{ id }} submit="Save text" look="ghost" small name={`Save text of ${called}`}>
        {({ errorOf }) => (
          <Field
            name="alt_text"
            label="What it shows"
            maxLength={300}
            autoComplete="off"
            hint="For people who do not see it."
            defaultValue={alt_text}
            error={errorOf('alt_text')}
          />
        )}
      </AdminForm>
      {!is_primary && (
        <AdminForm intent="picture-primary" hidden={{ id }} submit="Make primary" look="ghost" small name={`Make primary, ${called}`} />
      )}
      {isConfirming ? (
        <AdminForm
          intent="picture-delete"
          hidden={{ id }}
          submit="Delete now"
          look="bad"
          small
          name={`Delete now, ${called}`}
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
