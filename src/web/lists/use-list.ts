import { useEffect, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import type { AppendedPage } from '#web/lists/list.tsx'

/** The appended pages by history entry: going back restores them. */
const appendedPages = new Map<string, { next: string | null }[]>()

/**
 * The first page of a list and the pages appended to it, as `useLoadMore` of the storefront. Here actions change rows: when the first page is revalidated, the
 * others are loaded again one after the other, each from the cursor of the one before.
 */
export function useList<Page extends AppendedPage>(first: Page, hrefOf: (cursor: string) => string) {
  const { key } = useLocation()
  const fetcher = useFetcher<{ list: Page | null }>()
  const [pages, setPages] = useState(() => (appendedPages.get(key) ?? []) as Page[])
  /** How many of the appended pages were loaded after the first page. */
  const [freshCount, setFreshCount] = useState(pages.length)
  const [lastFirst, setLastFirst] = useState(first)
  const [lastLoaded, setLastLoaded] = useState<Page | null>(null)
  if (lastFirst !== first) {
    setLastFirst(first)
    setFreshCount(0)
  }
  const loaded = fetcher.data?.list ?? null
  if (loaded && loaded !== lastLoaded) {
    setLastLoaded(loaded)
    setPages(pages.toSpliced(freshCount, 1, loaded))
    setFreshCount(freshCount + 1)
  }
  useEffect(() => {
    appendedPages.set(key, pages)
  }, [key, pages])

  const nextCursor = freshCount === 0 ? first.next : (pages[freshCount - 1]?.next ?? null)
  const stale = freshCount < pages.length
  const idle = fetcher.state === 'idle'
  const failed = idle && fetcher.data?.list === null
  const load = (cursor: string | null) => cursor !== null && idle && void fetcher.load(hrefOf(cursor))

  // biome-ignore lint/correctness/useExhaustiveDependencies: one page after the other, each when the one before has come
  useEffect(() => {
    if (!stale || failed) return
    if (nextCursor === null) setPages(pages.slice(0, freshCount))
    else load(nextCursor)
  }, [stale, freshCount, lastFirst, idle])

  const last = pages.at(-1) ?? first
  return { pages: [first, ...pages], next: last.next, loading: !idle, failed, more: () => load(stale ? nextCursor : last.next) }
}
