import { useEffect, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import type { AppendedPage } from '#web/admin/list.tsx'

/** The pages that were appended to a list, by the place in the history: going back finds them again. */
const kept = new Map<string, { next: string | null }[]>()

/**
 * A first page and whatever was appended to it, as `useAppended` of the storefront. Here rows change under the eyes: when an act brings the first
 * page anew, the others are fetched anew behind it, each from where the one before now ends.
 */
export function useList<Page extends AppendedPage>(first: Page, hrefOf: (cursor: string) => string) {
  const { key } = useLocation()
  const fetcher = useFetcher<{ list: Page | null }>()
  const [pages, setPages] = useState(() => (kept.get(key) ?? []) as Page[])
  /** How many of the appended pages are no older than the first. */
  const [fresh, setFresh] = useState(pages.length)
  const [seen, setSeen] = useState(first)
  const [taken, setTaken] = useState<Page | null>(null)
  if (seen !== first) {
    setSeen(first)
    setFresh(0)
  }
  const arrived = fetcher.data?.list ?? null
  if (arrived && arrived !== taken) {
    setTaken(arrived)
    setPages(pages.toSpliced(fresh, 1, arrived))
    setFresh(fresh + 1)
  }
  useEffect(() => {
    kept.set(key, pages)
  }, [key, pages])

  const behind = fresh === 0 ? first.next : (pages[fresh - 1]?.next ?? null)
  const stale = fresh < pages.length
  const idle = fetcher.state === 'idle'
  const failed = idle && fetcher.data?.list === null
  const load = (cursor: string | null) => cursor !== null && idle && void fetcher.load(hrefOf(cursor))

  // biome-ignore lint/correctness/useExhaustiveDependencies: one page after the other, each when the one before has come
  useEffect(() => {
    if (!stale || failed) return
    if (behind === null) setPages(pages.slice(0, fresh))
    else load(behind)
  }, [stale, fresh, seen, idle])

  const last = pages.at(-1) ?? first
  return { pages: [first, ...pages], next: last.next, loading: !idle, failed, more: () => load(stale ? behind : last.next) }
}
