import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { Notice } from '#ui/kit/notice.tsx'
import { showToast } from '#ui/kit/toast-store.ts'
import { clearingTopic } from '#web/admin/data/clearing-topic.ts'

const intervalMs = 4_000

/** Shown while a clearing is running, started by any admin: revalidates until it is over and shows the outcome. A successful clearing has left a new snapshot. */
export function ClearingNotice({ isClearing, newest }: { isClearing: boolean; newest: string | null }) {
  const { revalidate, state } = useRevalidator()
  const atStart = useRef<{ newest: string | null } | null>(null)
  useEffect(() => {
    if (isClearing) {
      atStart.current ??= { newest }
      if (state !== 'idle') return
      const timer = setTimeout(revalidate, intervalMs)
      return () => clearTimeout(timer)
    }
    if (atStart.current === null) return
    showToast(
      newest !== atStart.current.newest
        ? { title: 'Data Cleared Successfully', text: 'A snapshot is kept below.', tone: 'good', topic: clearingTopic }
        : { title: 'Error', text: 'Failed to clear data. Please try again.', tone: 'bad', topic: clearingTopic },
    )
    atStart.current = null
  }, [isClearing, newest, state, revalidate])
  if (!isClearing) return null
  return (
    <Notice tone="amber" role="status">
      <b>Clearing is under way.</b> Many orders take minutes. Until it is over there can be no orders or payouts. This page says when it is; you may
      leave it.
    </Notice>
  )
}
