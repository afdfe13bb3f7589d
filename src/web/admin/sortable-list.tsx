import { closestCenter, DndContext, type DragEndEvent, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { SortableContext, type SortingStrategy, sortableKeyboardCoordinates, useSortable } from '@dnd-kit/sortable'
import { type ReactNode, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import { IconButton } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import type { AdminAnswer } from '#web/admin/admin-toasts.ts'

interface SortableListProps<Row> {
  /** Of the page's only list of this kind, or of one of several. */
  id: string
  /** What a row is called: `picture`. */
  noun: string
  rows: Row[]
  strategy: SortingStrategy
  className: string
  /** The intent of a move, and the field with the new place, from 0; `id` is the row's. */
  intent: string
  field: string
  children: (row: Row, place: RowPlace) => ReactNode
}

/** Where a row stands, from 0, of how many, and what moves it. */
export interface RowPlace {
  at: number
  of: number
  onPlace: (to: number) => void
}

/** A list that is sorted by dragging, keyboard or buttons. A moved row is shown at its new place immediately. */
export function SortableList<Row extends { id: string }>({ id, noun, rows, strategy, className, intent, field, children }: SortableListProps<Row>) {
  const { pathname, search } = useLocation()
  const fetcher = useFetcher<AdminAnswer>()
  const [moved, setMoved] = useState<{ from: Row[]; to: Row[] } | null>(null)
  const [announcement, setAnnouncement] = useState('')
  // While a move is on its way, the response to an earlier one may still bring the previous order.
  const isCurrent = moved && (fetcher.state !== 'idle' || moved.from === rows) && !isRefused(fetcher.data, fetcher.state)
  const shown = isCurrent ? moved.to : rows
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const place = (moving: string, at: number) => {
    const row = shown.find((each) => each.id === moving)
    if (!row || at < 0 || at >= shown.length) return
    const others = shown.filter((each) => each !== row)
    setAnnouncement(`${capital(noun)} moved to place ${at + 1} of ${shown.length}.`)
    setMoved({ from: rows, to: [...others.slice(0, at), row, ...others.slice(at)] })
    void fetcher.submit({ intent, id: moving, [field]: String(at) }, { method: 'post', action: pathname + search })
  }
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id)
      place(
        String(active.id),
        shown.findIndex((row) => row.id === over.id),
      )
  }
  if (rows.length === 0) return null
  return (
    <DndContext
      id={id}
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={onDragEnd}
      accessibility={{ announcements: announce(noun, shown) }}
    >
      <SortableContext items={shown.map((row) => row.id)} strategy={strategy}>
        <ol className={className}>{shown.map((row, at) => children(row, { at, of: shown.length, onPlace: (to) => place(row.id, to) }))}</ol>
      </SortableContext>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
    </DndContext>
  )
}

/** What a row of such a list needs: the props of its element, those of its handle, and how a mouse drags it by any part. */
export function useSortableRow(id: string) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({ id })
  const moved = transform && `translate3d(${transform.x}px, ${transform.y}px, 0) scale(${transform.scaleX}, ${transform.scaleY})`
  const style = { transform: moved ?? undefined, transition }
  return {
    row: { ref: setNodeRef, className: isDragging ? 'dragged' : undefined, style },
    handle: { ref: setActivatorNodeRef, ...attributes, ...listeners },
    onPointerDown: listeners?.onPointerDown,
  }
}

interface MoveActsProps extends RowPlace {
  /** What is moved: `picture 2 of 3`, `Heels`. */
  label: string
  handle: ReturnType<typeof useSortableRow>['handle']
}

/** The handle of a row, which a finger drags, and buttons for one step. */
export function MoveActs({ label, handle, at, of, onPlace }: MoveActsProps) {
  return (
    <>
      <button type="button" className="icon-button grip" {...handle} aria-label={`Drag ${label}`}>
        <Icon name="grip" />
      </button>
      <IconButton icon="back" label={`Move ${label} forward`} disabled={at === 0} onClick={() => onPlace(at - 1)} />
      <IconButton icon="next" label={`Move ${label} back`} disabled={at === of - 1} onClick={() => onPlace(at + 1)} />
    </>
  )
}

function isRefused(answer: AdminAnswer | undefined, state: string): boolean {
  return state === 'idle' && answer !== undefined && !('done' in answer)
}

const capital = (word: string) => word.replace(/^./, (letter) => letter.toUpperCase())

/** Screen reader announcements while dragging. */
function announce(noun: string, rows: { id: string }[]) {
  const place = (id: string | number | undefined) => rows.findIndex((row) => row.id === id) + 1
  const of = `of ${rows.length}`
  return {
    onDragStart: ({ active }: { active: { id: string | number } }) => `Picked up ${noun} ${place(active.id)} ${of}.`,
    onDragOver: ({ over }: { over: { id: string | number } | null }) => (over ? `It is over place ${place(over.id)} ${of}.` : undefined),
    onDragEnd: ({ over }: { over: { id: string | number } | null }) => (over ? `Put down at place ${place(over.id)} ${of}.` : 'Put back.'),
    onDragCancel: () => 'Put back.',
  }
}
