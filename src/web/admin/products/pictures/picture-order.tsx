import { rectSortingStrategy } from '@dnd-kit/sortable'
import type { ImageRow } from '#features/catalogue/list-images.ts'
import { PictureRow } from '#web/admin/products/pictures/picture-row.tsx'
import { SortableList } from '#web/admin/sortable-list.tsx'

/** The gallery, sorted by dragging, keyboard or buttons. */
export function PictureOrder({ images, name }: { images: ImageRow[]; name: string }) {
  const list = { id: 'pictures-order', noun: 'picture', className: 'picture-list', intent: 'picture-place', field: 'display_order' }
  return (
    <SortableList {...list} rows={images} strategy={rectSortingStrategy}>
      {(image, place) => <PictureRow key={image.id} image={image} name={name} {...place} />}
    </SortableList>
  )
}
