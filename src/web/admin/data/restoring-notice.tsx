import { Notice } from '#ui/kit/notice.tsx'
import { usePolling } from '#web/admin/use-polling.ts'

/** While a snapshot is being put back, by anybody; afterwards the list of snapshots says when it was. */
export function RestoringNotice() {
  usePolling(true, 4_000)
  return (
    <Notice tone="amber" role="status">
      <b>A snapshot is being put back.</b> Many orders take minutes. Until it is over there can be no orders or payouts; the list below says when it
      was done. You may leave this page.
    </Notice>
  )
}
