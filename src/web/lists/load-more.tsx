import { useEffect, useState } from 'react'
import { type DataStrategyResult, type MiddlewareFunction, useFetcher, useLocation } from 'react-router'
import { buttonClass } from '#ui/kit/button.tsx'
import { Link } from '#ui/kit/link.tsx'

/** The appended pages by history entry: going back restores them with the scroll position. */
const appendedPages = new Map<string, { next: string | null }[]>()

/** Marks the request of a page that is appended. The hash of an address is not sent. */
const moreHash = '#more'

/**
 * The first page of a list and the pages appended to it. `more` loads the next one from `hrefOf(cursor)`, the list's own address. Where an action changes rows and
 * the first page is revalidated, the others are loaded again one after the other, each from the cursor of the one before.
 */
export function useLoadMore<Page extends { next: string | null }>(first: Page, hrefOf: (cursor: string) => string) {
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
  const loaded = (fetcher.data?.list ?? null) as Page | null
  if (loaded && loaded !== lastLoaded) {
    setLastLoaded(loaded)
    setPages([...pages.slice(0, freshCount), loaded, ...pages.slice(freshCount + 1)])
    setFreshCount(freshCount + 1)
  }
  useEffect(() => {
    appendedPages.set(key, pages)
  }, [key, pages])

  const nextCursor = freshCount === 0 ? first.next : (pages[freshCount - 1]?.next ?? null)
  const stale = freshCount < pages.length
  const idle = fetcher.state === 'idle'
  const failed = idle && fetcher.data?.list === null
  const load = (cursor: string | null) => cursor !== null && idle && void fetcher.load(hrefOf(cursor) + moreHash)

  // biome-ignore lint/correctness/useExhaustiveDependencies: one page after the other, each when the one before has come
  useEffect(() => {
    if (!stale || failed) return
    if (nextCursor === null) setPages(pages.slice(0, freshCount))
    else load(nextCursor)
  }, [stale, freshCount, lastFirst, idle])

  const { next } = pages.at(-1) ?? first
  return {
    pages: [first, ...pages],
    /** The address of the next page, for browsers without scripts; null at the end. */
    href: next && hrefOf(next),
    loading: !idle,
    /** The last request failed. */
    failed,
    more: () => load(stale ? nextCursor : next),
  }
}

interface LoadMoreProps {
  list: Pick<ReturnType<typeof useLoadMore>, 'pages' | 'href' | 'loading' | 'failed' | 'more'>
  /** How much of the list is shown, such as "24 of 60 products shown". */
  shown: string
  /** The plural noun of the rows, such as "orders". */
  what: string
  /** Says how much is shown also where the list has one page. */
  always?: boolean
  /** The link to the list's beginning, on a later page. */
  back?: { to: string; label: string } | false
}

/** The end of a list: how much is shown, the button for more, and on a later page the way back to the beginning. */
export function LoadMore({ list: { pages, href, loading, failed, more }, shown, what, always, back }: LoadMoreProps) {
  return (
    <>
      {(always || href || pages.length > 1) && (
        <div className="load-more">
          <p role="status" className={href ? undefined : 'visually-hidden'}>
            {shown}
          </p>
          <p role="alert">{failed && `More ${what} did not load. Check your connection, then try again.`}</p>
          {href && (
            <a
              className={buttonClass({ look: 'ghost' })}
              href={href}
              aria-busy={loading || undefined}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey) return
                event.preventDefault()
                more()
              }}
            >
              {loading ? 'Loading...' : failed ? 'Try again' : 'Load more'}
            </a>
          )}
        </div>
      )}
      {back && (
        <p className="load-more">
          <Link className="link" to={back.to}>
            {back.label}
          </Link>
        </p>
      )}
    </>
  )
}

/** Client middleware of a page with a list, or of a layout: where more of a list does not load, `useLoadMore` says so and the list stays as it is. */
export const keepLists: MiddlewareFunction<Record<string, DataStrategyResult>> = async ({ url }, next) => {
  const results = await next()
  if (url.hash !== moreHash) return
  for (const [id, { type }] of Object.entries(results)) if (type === 'error') results[id] = { type: 'data', result: { list: null } }
}
