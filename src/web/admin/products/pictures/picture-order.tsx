import { closestCenter, DndContext, type DragEndEvent, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { rectSortingStrategy, SortableContext, sortableKeyboardCoordinates } from '@dnd-kit/sortable'
import { useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import type { ImageRow } from '#features/catalogue/list-images.ts'
import type { AdminAnswer } from '#web/admin/action-toast.ts'
import { PictureRow } from '#web/admin/products/pictures/picture-row.tsx'

/** The gallery, sorted by dragging, keyboard or buttons. A moved picture is shown at its new place immediately. */
export function PictureOrder({ images, name }: { images: ImageRow[]; name: string }) {
  const { pathname, search } = useLocation()
  const fetcher = useFetcher<AdminAnswer>()
  const [moved, setMoved] = useState<{ from: ImageRow[]; to: ImageRow[] } | null>(null)
  const [announcement, setAnnouncement] = useState('')
  // While a move is on its way, the response to an earlier one may still bring the previous order.
  const isCurrent = moved && (fetcher.state !== 'idle' || moved.from === images) && !isRefused(fetcher.data, fetcher.state)
  const shown = isCurrent ? moved.to : images
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const place = (id: string, at: number) => {
    const image = shown.find((each) => each.id === id)
    if (!image || at < 0 || at >= shown.length) return
    const others = shown.filter((each) => each !== image)
    setAnnouncement(`Picture moved to place ${at + 1} of ${shown.length}.`)
    setMoved({ from: images, to: [...others.slice(0, at), image, ...others.slice(at)] })
    void fetcher.submit({ intent: 'picture-place', id, display_order: String(at) }, { method: 'post', action: pathname + search })
  }
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id)
      place(
        String(active.id),
        shown.findIndex(({ id }) => id === over.id),
      )
  }
  if (images.length === 0) return null
  return (
    <DndContext
      id="pictures-order"
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={onDragEnd}
      accessibility={{ announcements: announce(shown) }}
    >
      <SortableContext items={shown.map(({ id }) => id)} strategy={rectSortingStrategy}>
        <ol className="picture-list">
          {shown.map((image, at) => (
            <PictureRow key={image.id} image={image} at={at} of={shown.length} name={name} onPlace={(to) => place(image.id, to)} />
          ))}
        </ol>
      </SortableContext>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
    </DndContext>
  )
}

function isRefused(answer: AdminAnswer | undefined, state: string): boolean {
  return state === 'idle' && answer !== undefined && !('done' in answer)
}

/** Screen reader announcements while dragging. */
function announce(images: ImageRow[]) {
  const place = (id: string | number | undefined) => images.findIndex((image) => image.id === id) + 1
  const of = `of ${images.length}`
  return {
    onDragStart: ({ active }: { active: { id: string | number } }) => `Picked up picture ${place(active.id)} ${of}.`,
    onDragOver: ({ over }: { over: { id: string | number } | null }) => (over ? `It is over place ${place(over.id)} ${of}.` : undefined),
    onDragEnd: ({ over }: { over: { id: string | number } | null }) => (over ? `Put down at place ${place(over.id)} ${of}.` : 'Put back.'),
    onDragCancel: () => 'Put back.',
  }
}
