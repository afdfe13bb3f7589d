import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { Notice } from '#ui/kit/notice.tsx'
import { showToast } from '#ui/kit/toast-store.ts'
import { aboutClearing } from '#web/admin/data/about-clearing.ts'

const againMs = 4_000

/** While clearing goes on, whoever began it: looks again until it is over, and tells how it ended: what was cleared has left a snapshot. */
export function UnderWay({ isClearing, newest }: { isClearing: boolean; newest: string | null }) {
  const { revalidate, state } = useRevalidator()
  const begun = useRef<{ newest: string | null } | null>(null)
  useEffect(() => {
    if (isClearing) {
      begun.current ??= { newest }
      if (state !== 'idle') return
      const timer = setTimeout(revalidate, againMs)
      return () => clearTimeout(timer)
    }
    if (begun.current === null) return
    showToast(
      newest !== begun.current.newest
        ? { title: 'Data Cleared Successfully', text: 'A snapshot is kept below.', tone: 'good', about: aboutClearing }
        : { title: 'Error', text: 'Failed to clear data. Please try again.', tone: 'bad', about: aboutClearing },
    )
    begun.current = null
  }, [isClearing, newest, state, revalidate])
  if (!isClearing) return null
  return (
    <Notice tone="amber" role="status">
      <b>Clearing is under way.</b> Many orders take minutes. Until it is over nobody can order or be paid out. This page says when it is; you may
      leave it.
    </Notice>
  )
}
